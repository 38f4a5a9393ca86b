import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../../src/domain/ids.ts'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { connectTestStore } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

/** Sorts far behind the first hundred. */
const LAST = { id: StoreId.parse('zz-last'), name: 'Pulpería Última' }

beforeAll(async () => {
  if (!browser) return
  const apiKey = await connectTestStore(world.puente, { id: LAST.id, notifyUrl: null })
  const { query } = world.puente.ctx.db
  await query.updateTable('stores').set({ name: LAST.name }).where('id', '=', LAST.id).execute()
  const columns = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'puente' AND table_name = 'stores'
      AND column_name NOT IN ('id', 'name') AND is_generated = 'NEVER'`.execute(query)
  const others = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  await sql`INSERT INTO stores (id, name, ${others})
    SELECT 'm-' || lpad(n::text, 4, '0'), 'Comercio ' || n, ${others}
    FROM stores, generate_series(1, 1000) n WHERE id = ${LAST.id}`.execute(query)
  await merchantOf(world, { apiKey, prefix: 'FAR' }).open()
})

describe.skipIf(!browser)('an owner of a thousand stores', () => {
  it('each screen shows the name of a store beyond the first hundred', async () => {
    const { page } = await visit('/orders')
    await page.locator('tbody').getByText(LAST.name).waitFor()
    await page.getByRole('link', { name: /^FAR/ }).click()
    await page.locator('main').getByText(LAST.name).waitFor()
  })

  it.each(['/orders', '/deliveries', '/status', '/audit'])(
    'the store filter on %s finds any store by a part of its name without accents',
    async (path) => {
      const { page, isFineAs } = await visit(path)
      await page.getByLabel('Store', { exact: true }).first().fill('ultima')
      await page.getByRole('option', { name: LAST.name }).click()
      await page.waitForURL(`**${path}?store=${LAST.id}`)
      await page.reload()
      await page.locator(`input[value="${LAST.name}"]`).first().waitFor()
      await isFineAs('many-stores')
    },
  )

  it('the reconciliation dialog offers any store', async () => {
    const { page, press } = await visit('/money')
    await press('Start a reconciliation…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Store').fill('ultima')
    await page.getByRole('option', { name: LAST.name }).click()
    expect(await dialog.getByLabel('Store').inputValue()).toBe(LAST.name)
  })

  it('the stores screen finds any store', async () => {
    const { page } = await visit('/stores')
    await page.getByLabel('Find a store').fill('ultima')
    await page.getByRole('link', { name: LAST.name }).waitFor()
    await page.waitForURL('**/stores?search=ultima')
    expect(await page.locator('.store-row').count()).toBe(1)
    await page.locator('.store-row').getByText('No event from the gateway yet').waitFor()
  })
})
