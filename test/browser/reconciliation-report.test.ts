import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, merchantOf, setSandbox } from '../support/merchant.ts'
import { reconcileNow } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { type Json, startWorld, type World } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { contrastOf, unnamedControls } from './readable.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let world: World
let merchant: Merchant
let report: Json
/** Where somebody who looks at the pages wants their pictures. */
const pictures = process.env.PICTURES_DIR

beforeAll(async () => {
  world = await startWorld()
  merchant = merchantOf(world, { prefix: 'P' })
  const [missed, twice, refunded] = [
    await merchant.open({ amount: '1250.50' }),
    await merchant.open(),
    await merchant.paid(),
  ]
  const { body } = await merchant.checkout(twice.id, { amount: '150.00' })
  await world.pay(twice.checkoutUrl)
  await world.pay(body.payment.checkout_url)
  await merchant.readWhen(twice.id, (now) => now.order.conflict === 'paid_twice')
  await settled(world)
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(missed.checkoutUrl)
  await world.control('/sandbox/portal/void', { transaction_id: refunded.transactionId })
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  report = await reconcileNow(world)
})
afterAll(() => world.close())

const sizes = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'desk', width: 1280, height: 900 },
]

describe.skipIf(!browser)('the page of a reconciliation', () => {
  it.each(
    sizes.flatMap((size) =>
      (['light', 'dark'] as const).flatMap((colorScheme) =>
        (['es', 'en'] as const).map((lang) => ({ ...size, colorScheme, lang })),
      ),
    ),
  )(
    'can be read: $name, $colorScheme, $lang',
    async ({ name, width, height, colorScheme, lang }) => {
      const page = await browser?.newPage({ viewport: { width, height }, colorScheme })
      if (!page) throw new Error('no page')
      await page.goto(`${report.page_url}?lang=${lang}`)
      const title = lang === 'es' ? 'Conciliación' : 'Reconciliation'
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
      expect(await contrastOf(page, 4.5)).toEqual([])
      expect(await unnamedControls(page)).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBe(0)
      if (pictures) {
        const path = `${pictures}/report-${name}-${colorScheme}-${lang}.png`
        await page.screenshot({ path, fullPage: true })
      }
      await page.close()
    },
  )

  it('leads from a difference to what happened to its order, and back', async () => {
    const page = await browser?.newPage({ viewport: { width: 360, height: 740 } })
    if (!page) throw new Error('no page')
    await page.goto(`${report.page_url}?lang=en`)
    await page.getByRole('link', { name: /^Order P-1/ }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'What happened to the order',
    )
    await page.getByText('A reconciliation found a difference').waitFor()
    expect(await contrastOf(page, 4.5)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/timeline-phone.png`, fullPage: true })
    await page.getByRole('link', { name: 'Back to the report' }).click()
    await page.getByRole('heading', { name: 'Reconciliation' }).waitFor()
    await page.close()
  })
})

describe('the address of a report', () => {
  const get = (path: string) => fetch(new URL(path, world.url))
  const { pathname } = { pathname: () => new URL(report.page_url).pathname }

  it('is a secret, and leads to the orders that the report tells of alone', async () => {
    const other = await merchant.open()
    const { id } = await world.puente.ctx.db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect((await get(pathname())).status).toBe(200)
    expect((await get(`${pathname()}x`)).status).toBe(404)
    expect((await get('/reports/%00')).status).toBe(404)
    expect((await get(`${pathname()}/orders/${id}`)).status).toBe(404)
    expect((await get(`${pathname()}/orders/%00`)).status).toBe(404)
  })

  it('has the differences as a table', async () => {
    const answer = await get(`${pathname()}/report.csv`)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const [names, ...lines] = (await answer.text()).trimEnd().split('\r\n')
    expect(names).toMatch(/^id,kind,action,order_id/)
    expect(lines).toHaveLength(report.differences.data.length)
    expect(lines.find((line) => line.includes(',P-1,'))).toMatch(/missed_event,repaired/)
  })
})
