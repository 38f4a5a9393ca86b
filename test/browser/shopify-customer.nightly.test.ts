import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { useManualPayments } from '../flows/shopify-manual/use-manual-payments.ts'
import { CARDS } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'
import { contextOf, expectReadable, READERS } from './readable-page.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, shop, store, query, placed, paid, orderWhen } = useManualPayments()

/** Long names and amounts, to find what does not fit a phone. */
const TOTAL = '1234567.89'
const NAME = 'Distribuidora y Tostaduría de Café de Altura de Marcala, S. de R. L. de C. V.'
beforeAll(async () => {
  const id = StoreId.parse(store)
  await query().updateTable('stores').set({ name: NAME }).where('id', '=', id).execute()
})

const checkOut = (mode: 'card_page' | 'hosted') => {
  const policy = JSON.stringify({ checkout_mode: mode, reconcile: { nightly: false } })
  const id = StoreId.parse(store)
  return query().updateTable('stores').set({ policy }).where('id', '=', id).execute()
}

let customer: Customer
afterEach(() => customer.leave())

describe.skipIf(!browser).each(READERS)('pages in $locale, $colorScheme, on a $size', (reader) => {
  const isSpanish = reader.locale === 'es-HN'
  const order = { total: TOTAL, customerLocale: reader.locale }
  const visit = async (url: string) => {
    customer = await customerIn(browser, contextOf(reader))
    await customer.page.goto(url)
    return customer.page
  }
  const isFine = (picture: string) => expectReadable(customer.page, `shopify-${picture}`, reader)

  it('the pay link leads through the payment to a page that names the paid order', async () => {
    const { id, payUrl } = await placed(order)
    const page = await visit(`${payUrl}/return`)
    await isFine('confirming')
    await page.goto(payUrl)
    await page.waitForURL('**/checkout/**')
    await isFine('checkout')
    await customer.payWith(CARDS.approved)
    await customer.sees(isSpanish ? 'Pago recibido' : 'Payment received')
    await orderWhen(id, 'paid')
    await page.goto(`${payUrl}/return`)
    await isFine('paid')
    expect(await page.locator('#state').innerText()).toMatch(/L\s1,234,567\.89/)
  })

  it('the card page fits a long shop name and a large amount', async ({ onTestFinished }) => {
    await checkOut('card_page')
    onTestFinished(async () => void (await checkOut('hosted')))
    const { payUrl } = await placed(order)
    const page = await visit(`${payUrl}/card`)
    await page.frameLocator('#card-fields iframe').locator('#number').waitFor()
    await isFine('card-page')
  })

  it('an order that is left unpaid or cancelled has a page of its own', async () => {
    const { id, payUrl } = await placed(order)
    await visit(`${payUrl}/return?cancelled=1`)
    await isFine('not-paid')
    shop.cancelInAdmin(id)
    await customer.page.goto(payUrl)
    await customer.sees(
      isSpanish ? 'Este enlace de pago ya no es válido' : 'This payment link is no longer valid',
    )
    await isFine('ended')
  })

  it('a customer whose charge was voided is not told to wait for a refund', async () => {
    const { id, payUrl } = await paid(order)
    shop.refundInAdmin(id, TOTAL)
    await shop.webhooks.deliver()
    await orderWhen(id, 'voided')
    await visit(`${payUrl}/return`)
    await customer.sees(isSpanish ? 'Pago anulado' : 'Payment cancelled')
    expect(await customer.page.locator('#state').innerText()).toContain(
      isSpanish ? 'No se le cobrará nada.' : 'You will not be charged.',
    )
    await isFine('voided')
  })

  it('a customer whose settled charge was refunded is told when the bank shows it', async () => {
    const { id, payUrl } = await paid(order)
    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, TOTAL)
    await shop.webhooks.deliver()
    await orderWhen(id, 'refunded')
    await visit(`${payUrl}/return`)
    await customer.sees(isSpanish ? 'Pago reembolsado' : 'Payment refunded')
    await isFine('refunded')
  })

  it('a shop that does not answer is named on a page that tries again', async () => {
    const { payUrl } = await placed(order)
    world.standIn.failNext(/ OrderForPayment$/, { status: 503 }, 30)
    const page = await visit(payUrl)
    expect(await page.locator('#state').innerText()).toContain(
      isSpanish ? 'volverá a intentarlo automáticamente' : 'tries again automatically',
    )
    await isFine('store-silent')
    world.standIn.forgetFaults()
  })
})
