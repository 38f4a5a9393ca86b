import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CARDS, eventually } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type ShopVisitor, visitorIn } from './demo-shop-visitor.ts'
import { useDemoWorld } from './demo-world.ts'

const CHALLENGED = '4000000000003220'
const DECLINED_WHEN_SAVED = '4000000000000341'

const browser = await launchChromium()
afterAll(() => browser?.close())

let shop: string
const world = useDemoWorld()
beforeAll(async () => {
  shop = `${world.url}/shop`
})

let customer: ShopVisitor
afterEach(() => customer.leave())

const PAID = '¡Gracias! Su pedido está pagado'
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body

describe.skipIf(!browser)("a card payment on the shop's page", () => {
  it('the customer saves the card, pays the next order with it, and deletes it', async () => {
    customer = await visitorIn(browser)
    await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.payHere(CARDS.approved, { keep: true })
    await customer.sees(PAID)

    const id = await customer.order(shop, 'Hamaca de algodón')
    await customer.press('Pagar con Visa ···· 1111')
    await customer.sees(PAID)
    expect(await read(id)).toMatchObject({
      order: { amount: '1450.00', status: 'paid' },
      payment: { mode: 'saved_card' },
    })

    await customer.follow('Mis tarjetas')
    await customer.press('Eliminar Visa ···· 1111')
    await customer.reads('Tarjeta eliminada')
    await customer.reads('No tiene tarjetas guardadas')
  })

  it('a card without consent is not saved, and customers see only their own cards', async () => {
    customer = await visitorIn(browser)
    await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.payHere(CARDS.approved)
    await customer.sees(PAID)
    await customer.follow('Mis tarjetas')
    await customer.reads('No tiene tarjetas guardadas')
  })

  it('the page reports a declined card in place, and another card pays once', async () => {
    customer = await visitorIn(browser, { locale: 'en-US' })
    const id = await customer.order(shop, 'Coffee from Marcala')
    await customer.follow('Pay by card here')
    await customer.payHere(CARDS.declined)
    await customer.reads('The card was declined. Nothing was charged.')
    await customer.payHere(CARDS.approved)
    await customer.sees('Thank you! Your order is paid')
    const { payments } = await read(id)
    expect(payments.filter(({ state }: { state: string }) => state === 'paid')).toHaveLength(1)
  })

  it('the customer authenticates in a dialog of the shop, even after another card was declined', async () => {
    customer = await visitorIn(browser)
    const id = await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.payHere(CARDS.declined)
    await customer.reads('La tarjeta fue rechazada. No se le cobró nada.')
    await customer.payHere(CHALLENGED)
    const looks = () => customer.page.waitForResponse('**/bank')
    expect(await (await looks()).json()).toEqual({ isOpen: true })
    expect(await (await looks()).json()).toEqual({ isOpen: true })
    const bank = customer.page.frameLocator('#bank-page')
    await bank.locator('button[value=authenticated]').click()
    await customer.sees(PAID)
    expect((await read(id)).payment).toMatchObject({ mode: 'card_page', state: 'paid' })
  })

  it('a lost answer to a payment leaves no "Charging your card…", and focus is on the message', async () => {
    customer = await visitorIn(browser, { locale: 'en-US' })
    const { page } = customer
    await customer.order(shop, 'Coffee from Marcala')
    await customer.follow('Pay by card here')
    await page.route('**/card', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await customer.payHere(CARDS.approved)
    await customer.reads('We are checking whether the card was charged.')
    expect(await page.locator('#said').evaluate((said) => said.matches(':focus'))).toBe(true)
    expect(await page.locator('#page-status').textContent()).toBe('')
    expect(await page.getByText('Charging your card').filter({ visible: true }).count()).toBe(0)
    expect(await page.locator('#pay-now').isVisible()).toBe(false)
  })

  it('a customer who fails the authentication can pay another way', async () => {
    customer = await visitorIn(browser)
    await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.payHere(CHALLENGED)
    await customer.page.frameLocator('#bank-page').locator('button[value=failed]').click()
    await customer.sees('La tarjeta fue rechazada')
    await customer.follow('Pagar de otra forma')
    await customer.sees('¿Cómo quiere pagar?')
  })

  it("a declined saved card leads to the gateway's page", async () => {
    customer = await visitorIn(browser)
    await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.payHere(DECLINED_WHEN_SAVED, { keep: true })
    await customer.sees(PAID)

    await customer.order(shop, 'Café de Marcala')
    await customer.press('Pagar con Visa ···· 0341')
    await customer.sees('La tarjeta fue rechazada')
    await customer.follow('Pagar con otra tarjeta')
    await customer.page.waitForURL('**/checkout/**')
    await customer.payWith(CARDS.approved)
    await customer.sees(PAID)
  })

  it("without scripts, or without the gateway's script, the page offers the hosted checkout", async () => {
    customer = await visitorIn(browser, { javaScriptEnabled: false })
    await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.reads('Este navegador no puede mostrar los campos')
    await customer.press('Pagar en la página de pago')
    await customer.page.waitForURL('**/checkout/**')
    await customer.leave()

    customer = await visitorIn(browser)
    await customer.page.route('**/connect.js', (route) => route.abort())
    await customer.order(shop, 'Café de Marcala')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.reads('Este navegador no puede mostrar los campos')
  })
})

describe.skipIf(!browser)("a challenge on the gateway's page", () => {
  it('the customer authenticates there, returns to the shop, and has paid', async () => {
    customer = await visitorIn(browser)
    await customer.buy(shop, 'Café de Marcala')
    await customer.payWith(CHALLENGED)
    await customer.page.locator('button[value=authenticated]').click()
    await customer.page.waitForURL('**/shop/orders/**')
    await customer.sees(PAID)
  })
})

describe.skipIf(!browser)('a customer who pays in two tabs', () => {
  it('the shop warns before, and reports the double payment until the extra charge is refunded', async () => {
    customer = await visitorIn(browser)
    await customer.buy(shop, 'Café de Marcala')
    const checkout = customer.page.url()
    const [{ order }] = (await world.api('GET', '/v1/orders?limit=1')).body.data
    await customer.page.goto(`${shop}/orders/${order.id}`)
    await customer.follow('Pagar de otra forma')
    await customer.reads('si paga en las dos, paga dos veces')
    await customer.follow('Pagar con tarjeta aquí')
    await customer.payHere(CARDS.approved)
    await customer.sees(PAID)

    await world.pay(checkout)
    await eventually(async () => (await read(order.id)).order.conflict === 'paid_twice')
    await eventually(async () => {
      await customer.page.reload()
      return (await customer.page.content()).includes('Pago duplicado')
    })
    const { payment, payments } = await read(order.id)
    const extra = payments.find(
      ({ id, state }: { id: string; state: string }) => state === 'paid' && id !== payment.id,
    )
    const key = { 'idempotency-key': order.id }
    await world.api('POST', `/v1/orders/${order.id}/refunds`, { payment_id: extra.id }, key)
    await customer.sees(PAID)
  })
})

describe.skipIf(!browser).each([
  [
    'es-HN',
    {
      way: 'Pagar con tarjeta en una página aparte',
      bank: 'Su banco quiere confirmar que es usted',
      received: 'Pago recibido',
      paid: PAID,
    },
  ],
  [
    'en-US',
    {
      way: 'Pay by card on a separate page',
      bank: 'Your bank wants to make sure it is you',
      received: 'Payment received',
      paid: 'Thank you! Your order is paid',
    },
  ],
])('a customer of the demo shop who reads %s', (locale, said) => {
  it("the customer pays on Puente's card page with a challenge and returns to the shop", async () => {
    customer = await visitorIn(browser, { locale })
    const { page } = customer
    const id = await customer.order(shop, /Marcala/)
    await customer.press(said.way)
    await page.waitForURL('**/pay/*/card**')
    const fields = page.frameLocator('#card-fields iframe')
    const card = { number: CHALLENGED, expiry: '1239', cvc: '123', holder: 'Ana Mejía' }
    for (const [name, text] of Object.entries(card)) {
      await fields.locator(`#${name}`).pressSequentially(text)
    }
    await page.locator('#pay:enabled').click()
    await page.getByRole('dialog', { name: said.bank }).waitFor()
    await page.frameLocator('#bank-page').locator('button[value=authenticated]').click()
    await customer.sees(said.received)
    await customer.sees(said.paid)
    expect(await read(id)).toMatchObject({
      order: { status: 'paid' },
      payment: { mode: 'card_page' },
    })
  })
})
