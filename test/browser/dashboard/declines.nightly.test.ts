import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../../support/gateway-events.ts'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)
const merchant = merchantOf(world, { prefix: 'L' })
let declinedId = ''
let paidId = ''

beforeAll(async () => {
  if (!browser) return
  await merchant.paid({ amount: '1250.50', customer: { name: 'Ana Mejía' } })
  await merchant.paidTwice({ amount: '320.50' })
  const refunded = await merchant.paid({ amount: '200.00' })
  await merchant.refundInFull(refunded.id)
  const late = await merchant.paid({ amount: '90.00' })
  paidId = late.id
  await deliver(world.url, {
    body: eventOf(await paymentAtGateway(world, late.gatewayId), 'failed'),
  })
  await merchant.checkout('L-saved', {}, { payment_method: await merchant.savedCard() })
  const declined = await merchant.open({ amount: '640.00', customer: { name: '<b>Eva</b> ☕' } })
  declinedId = declined.id
  await world.pay(declined.checkoutUrl, CARDS.declined)
  const Errors = [{ Code: '51', Message: '<img src=x onerror=alert(1)>' }]
  await settled(world)
  const second = eventOf(await paymentAtGateway(world, declined.gatewayId), 'failed', { Errors })
  await deliver(world.url, {
    body: JSON.stringify({ ...JSON.parse(second), created_at: '2099-01-01 12:00:00' }),
  })
  await settled(world)
})

describe.skipIf(!browser)('an operator who looks for declined cards', () => {
  it.each(EVERY_READER)(
    'the list shows what became of each order, and the order says why its card was declined (%o)',
    async (reader) => {
      const inSpanish = reader.language === 'es'
      const { page, isFineAs, sees } = await visit('/orders', reader)
      await page
        .locator('.rows')
        .getByText(inSpanish ? 'Cobrado dos veces' : 'Charged twice')
        .waitFor()
      const reason = inSpanish
        ? 'Rechazado 2 veces: Fondos insuficientes (51)'
        : 'Declined 2 times: Insufficient funds (51)'
      await sees(reason)
      await sees(inSpanish ? 'Neto' : 'Net')
      await isFineAs('orders-declined')
      await page.goto(`${world.url}/orders?status=declined`)
      await page.getByRole('link', { name: declinedId }).click()
      await page
        .locator('.timeline')
        .getByText(inSpanish ? /Fondos insuficientes/ : /Insufficient funds/)
        .waitFor()
      await page.getByText(reason).first().waitFor()
      await isFineAs('order-declined')
    },
  )

  it('a paid order says paid, and shows its decline as a past attempt', async () => {
    const { page, sees } = await visit('/orders?status=declined')
    const row = page.locator('.rows tbody tr', { hasText: paidId })
    await row.getByText('1 declined attempt: No reason given').waitFor()
    expect(await row.getByText('Paid', { exact: true }).count()).toBe(1)
    expect(await row.getByText('Declined', { exact: true }).count()).toBe(0)
    await row.getByRole('link', { name: paidId }).click()
    await sees('1 declined attempt: No reason given')
    expect(
      await page
        .locator('main')
        .getByText(/Declined once/)
        .count(),
    ).toBe(0)
  })

  it('the orders are sorted by amount, filtered and summed', async () => {
    const { page, sees } = await visit('/orders?sort=smallest')
    await sees('Net')
    await page.getByRole('link', { name: 'L-saved' }).waitFor()
    const amounts = await page.locator('.rows tbody tr td:last-child .amount').allTextContents()
    const numbers = amounts.map((text) => Number(text.replace(/[^\d.]/g, '')))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    await page.goto(`${world.url}/orders?status=voided`)
    await page.locator('.sums').getByText('1 order').waitFor()
    await expect.poll(() => page.locator('.rows tbody tr').count()).toBe(1)
    await page.goto(`${world.url}/orders?mode=saved_card`)
    await page.getByRole('link', { name: 'L-saved' }).waitFor()
    expect(await page.locator('.rows tbody tr').count()).toBe(1)
  })

  it('the money screen counts each decline', async () => {
    const { sees } = await visit('/money')
    await sees('3 declines')
    await sees('6 of 9 charges with a bank decision')
  })
})
