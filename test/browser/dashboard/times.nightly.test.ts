import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf, pass } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)

const HOUR_MS = 3_600_000
const MADRID = { timeZone: 'Europe/Madrid' }
/** A world begins in the morning in Honduras, which is afternoon in Madrid. */
const AFTERNOON = /\b[1-9]:\d\d(:\d\d)?\sPM/
const MORNING = /\b\d{1,2}:\d\d(:\d\d)?\sAM/

let twice: { id: string }
beforeAll(async () => {
  if (browser) twice = await merchantOf(world, { prefix: 'ZONE' }).paidTwice()
})

const orderId = async (): Promise<string> => {
  const { id } = await world.puente.ctx.db.query
    .selectFrom('orders')
    .select('id')
    .where('external_id', '=', twice.id)
    .executeTakeFirstOrThrow()
  return id
}

describe.skipIf(!browser)('times on a page', () => {
  it('a reader in Madrid sees every time in Madrid time, which the page names once', async () => {
    const { page, sees, isFineAs } = await visit('/', MADRID)
    await sees('Times are in Central European Time.')
    await page.locator('.at-stake').first().waitFor()
    const alert = await page.locator('.home-alerts').innerText()
    expect(alert).toMatch(AFTERNOON)
    expect(alert).not.toMatch(MORNING)
    expect(alert).not.toContain('Honduras')
    await page.goto(`${world.url}/orders/${await orderId()}`)
    await page.locator('.timeline').first().waitFor()
    const order = await page.locator('main').innerText()
    expect(order).toMatch(AFTERNOON)
    expect(order).not.toMatch(MORNING)
    expect(order).not.toContain('Honduras')
    await isFineAs('order-in-madrid')
  })

  it.each(['/', '/orders'])(
    'a reader in Honduras sees Honduras time, named once on %s',
    async (path) => {
      const { page, sees } = await visit(path, { language: 'es', timeZone: 'America/Tegucigalpa' })
      await page.locator('table').first().waitFor()
      await sees('Las horas se muestran en hora de Honduras.')
      expect((await page.locator('main').innerText()).match(/hora de Honduras/g)).toHaveLength(1)
    },
  )

  it.each([-5, 5])(
    'ages follow Puente’s clock in a browser whose clock is off by %i hours',
    async (hours) => {
      const { page } = await visit('/orders', { clockOffMs: hours * HOUR_MS })
      const age = page.locator('tbody time').first()
      await age.waitFor()
      await expect.poll(() => age.innerText()).toMatch(/^(now|\d+ minutes? ago)$/)
    },
  )

  it('home left open over midnight in Honduras shows the new day as Today', async () => {
    const { page } = await visit('/')
    const today = page.locator('.period').first().getByRole('link').first()
    const dayOfLink = async () =>
      new URL((await today.getAttribute('href')) ?? '', world.url).searchParams.get('from')
    await expect.poll(dayOfLink).toBe(honduranDay(world.puente.ctx.clock.now()))
    await pass(world, 18 * 3_600)
    await merchantOf(world, { prefix: 'NIGHT' }).open()
    await expect.poll(dayOfLink).toBe(honduranDay(world.puente.ctx.clock.now()))
  })

  it('a browser whose clock is a day ahead still offers today as the last day', async () => {
    const { page } = await visit('/money', { clockOffMs: 24 * HOUR_MS })
    await page.getByText('Custom', { exact: true }).click()
    const today = await page.locator('input[type=date]').last().getAttribute('max')
    expect(today).toBe(honduranDay(world.puente.ctx.clock.now()))
  })
})

const honduranDay = (at: Date): string =>
  at.toLocaleDateString('sv-SE', { timeZone: 'America/Tegucigalpa' })
