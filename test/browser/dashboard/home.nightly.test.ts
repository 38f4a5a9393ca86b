import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, stableBoxes, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)
const merchant = merchantOf(world, { prefix: 'H' })

beforeAll(async () => {
  if (!browser) return
  await merchant.paid({ amount: '1250.50', customer: { name: 'Ana Mejía' } })
  await merchant.paid({ amount: '75.00', currency: 'USD' })
  const refunded = await merchant.paid({ amount: '200.00' })
  await merchant.refundInFull(refunded.id)
  const declined = await merchant.open({ amount: '640.00', customer: { name: 'Eva' } })
  await world.pay(declined.checkoutUrl, CARDS.declined)
  await merchant.paidTwice({ amount: '320.50' })
  await settled(world)
})

describe.skipIf(!browser)('the numbers on home', () => {
  it.each(EVERY_READER)(
    'home shows today and seven days by currency, the latest orders, and a badge (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, isFineAs, sees } = await visit('/', reader)
      const today = page.locator('.period', { hasText: isSpanish ? 'Hoy' : 'Today' })
      await today.getByText('USD', { exact: true }).waitFor()
      const lempiras = today.locator('.period-sums').first()
      const share = lempiras.locator('[data-kind="approval"] dd')
      // Four charges in lempiras were paid, one was declined.
      expect((await share.innerText()).replace(/\s/g, '')).toBe('80%')
      await page.locator('.period', { hasText: isSpanish ? '7 días' : '7 days' }).waitFor()
      await page.locator('.home-orders').getByText('Ana Mejía').waitFor()
      if (reader.size === 'phone') await page.getByRole('button', { name: /men/i }).click()
      await page.locator('.nav-link .count').getByText('1').waitFor()
      if (reader.size === 'phone') await page.getByRole('button', { name: /men/i }).click()
      await sees(isSpanish ? 'Días en hora de Honduras.' : 'Days in Honduras time.')
      await isFineAs('home')
    },
  )

  it('a sum on home leads to its payments', async () => {
    const { page } = await visit('/')
    await page.locator('[data-kind="declined"]').getByRole('link').first().click()
    await page.waitForURL(/\/money\?.*show=declined/)
    await page.getByRole('dialog').getByText('L 640.00').waitFor()
  })

  it('a wide screen has alerts and numbers side by side, and an order in two columns', async () => {
    const { page } = await visit('/')
    await page.setViewportSize({ width: 1440, height: 900 })
    const [alerts, numbers] = await stableBoxes(
      page.locator('.home-alerts'),
      page.locator('.home-numbers'),
    )
    if (!alerts || !numbers) throw new Error('No columns')
    expect(numbers.x).toBeGreaterThan(alerts.x + alerts.width)
    await page.locator('.home-orders').getByRole('link', { name: /^H-/ }).last().click()
    const side = page.locator('.order-side')
    await side.getByText('Ana Mejía').waitFor()
    const [timeline, box] = await stableBoxes(page.locator('.timeline').first(), side)
    if (!timeline || !box) throw new Error('No columns')
    expect(box.x).toBeGreaterThan(timeline.x + timeline.width)
    expect(timeline.width).toBeGreaterThan(500)
  })
})

describe.skipIf(!browser)('the page of an order', () => {
  it.each(EVERY_READER)(
    'it names the customer, items, method and sum, and tells the payment once (%o)',
    async (reader) => {
      const items = Array.from({ length: 12 }, (_, n) => `${n + 1} × Café <b>${n}</b>`).join('\n')
      const prefix = `P-${reader.language}-${reader.size}`
      const { id } = await merchantOf(world, { prefix }).paid({
        amount: '99.00',
        description: '1 × Café',
        metadata: { items },
        customer: { name: '<i>Luz</i>', email: 'luz@example.com', phone: '+504 9999-9999' },
      })
      const { page, isFineAs } = await visit(`/orders?search=${id}`, reader)
      await page.getByRole('link', { name: id }).click()
      const side = page.locator('.order-side')
      await side.getByText('<i>Luz</i>').waitFor()
      await side.getByText('luz@example.com').waitFor()
      await side.getByText(/12 × Café <b>11<.b>/).waitFor()
      await side.getByText(reader.language === 'es' ? 'Pagado en total' : 'Paid in all').waitFor()
      const paid = page
        .locator('.timeline > li')
        .filter({ hasText: reader.language === 'es' ? '«Pagado»' : '“Paid”' })
      await paid.first().waitFor()
      expect(await paid.count()).toBe(1)
      expect(
        await page
          .locator('.timeline')
          .getByText(/A gateway event arrived$/)
          .count(),
      ).toBe(0)
      await isFineAs('order-columns')
      await side
        .getByRole('link', { name: reader.language === 'es' ? /este cliente/ : /this customer/ })
        .click()
      await page.waitForURL(/search=luz/)
    },
  )

  it('an order of a customer whose name has no letters offers no search for their orders', async () => {
    const merchant = merchantOf(world, { prefix: 'EMOJI' })
    const { id } = await merchant.open({ customer: { name: '🙂 99' } })
    const { page } = await visit(`/orders?search=${id}`)
    await page.getByRole('link', { name: id }).click()
    await page.locator('.order-side').getByText('🙂 99').waitFor()
    expect(await page.getByRole('link', { name: /this customer/ }).count()).toBe(0)
  })

  it('the timeline names the person who refunded, newest first', async () => {
    const { id } = await merchantOf(world, { prefix: 'WHO' }).paid({ amount: '50.00' })
    const { page, press, sees } = await visit(`/orders?search=${id}`)
    await page.getByRole('link', { name: id }).click()
    await press('Refund…')
    await press(/^Refund L/)
    await sees(/The gateway refunded L.50\.00|was requested/)
    const first = page.locator('.timeline').first().locator('li')
    const requested = first.filter({ hasText: 'was requested' })
    await requested.waitFor()
    expect(await requested.innerText()).toContain('person-')
    const times = await first
      .locator('time')
      .evaluateAll((all) => all.map((each) => Date.parse(each.getAttribute('datetime') ?? '')))
    expect(times.length).toBeGreaterThan(2)
    // Two lines of one moment may differ by a millisecond.
    for (const [index, time] of times.entries()) {
      expect(time).toBeLessThan((times[index - 1] ?? Infinity) + 100)
    }
  })
})
