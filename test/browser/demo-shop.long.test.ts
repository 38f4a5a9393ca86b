import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CARDS } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type Customer, customerIn } from './customer.ts'
import { useDemoWorld } from './demo-world.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let customer: Customer
afterEach(() => customer.leave())

describe.skipIf(!browser)('a purchase in the demo shop', () => {
  let shop: string
  const world = useDemoWorld()
  beforeAll(async () => {
    shop = `${world.url}/shop`
  })

  it('the customer pays on the hosted page, and the order turns paid without a reload', async () => {
    customer = await customerIn(browser)
    await customer.buy(shop, 'Comprar Café de Marcala')
    expect(await customer.page.content()).toContain('Café de Marcala')
    await customer.payWith(CARDS.approved)

    await customer.page.waitForURL('**/shop/orders/**')
    await customer.sees('¡Gracias! Su pedido está pagado')
    const id = new URL(customer.page.url()).pathname.split('/').at(-1)
    const read = await world.api('GET', `/v1/orders/${id}`)
    expect(read.body).toMatchObject({
      order: { id, amount: '185.00', currency: 'HNL', status: 'paid' },
      payment: { state: 'paid', attempt: 1 },
    })
  })

  it('an open tab shows the order change from waiting to paid', async () => {
    customer = await customerIn(browser)
    await customer.buy(shop, 'Hamaca de algodón')
    const checkout = customer.page.url()
    const [order] = (await world.api('GET', '/v1/orders?limit=1')).body.data
    await customer.page.goto(`${shop}/orders/${order.order.id}`)
    await customer.sees('Esperando su pago')
    const notificationFacts = customer.page.getByRole('status')
    expect(await notificationFacts.textContent()).toBe('')

    await world.pay(checkout)
    await customer.sees('¡Gracias! Su pedido está pagado')
    expect(await notificationFacts.textContent()).toBe(
      '¡Gracias! Su pedido está pagado. Ya lo estamos preparando.',
    )
    expect(await customer.page.title()).toContain('¡Gracias! Su pedido está pagado')
  })

  it('the customer pays with another card after a decline and is charged once', async () => {
    customer = await customerIn(browser, { locale: 'en-US' })
    await customer.buy(shop, '“Scarlet macaw” print')
    await customer.payWith(CARDS.declined)
    await customer.page.getByRole('alert').waitFor()

    await customer.payWith(CARDS.approved)
    await customer.page.waitForURL('**/shop/orders/**')
    await customer.sees('Thank you! Your order is paid')
    const id = new URL(customer.page.url()).pathname.split('/').at(-1)
    const read = await world.api('GET', `/v1/orders/${id}`)
    expect(read.body).toMatchObject({ order: { status: 'paid' }, payment: { attempt: 1 } })
  })

  it('the shop reports the declined card, and the customer pays from there', async () => {
    customer = await customerIn(browser)
    await customer.buy(shop, 'Café de Marcala')
    const checkout = customer.page.url()
    await customer.page.getByRole('link', { name: 'Cancelar y volver al comercio' }).click()
    await customer.sees('Todavía no ha pagado')
    await world.pay(checkout, CARDS.declined)
    await customer.sees('La tarjeta fue rechazada')

    await customer.page.getByRole('link', { name: 'Pagar con otra tarjeta' }).click()
    await customer.page.waitForURL('**/checkout/**')
    await customer.payWith(CARDS.approved)
    await customer.sees('¡Gracias! Su pedido está pagado')
  })

  it('the customer pays by keyboard alone', async () => {
    customer = await customerIn(browser)
    const { keyboard } = customer.page
    const focused = () => customer.page.locator(':focus')
    await customer.page.goto(shop)
    await keyboard.press('Tab')
    expect(await focused().textContent()).toBe('Ir al contenido')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    expect(await focused().textContent()).toBe('Comprar Café de Marcala')
    await keyboard.press('Enter')
    await customer.page.waitForURL('**/ways?**')
    await customer.page.getByRole('button', { name: 'Pagar en la página de pago' }).focus()
    await keyboard.press('Enter')
    await customer.page.waitForURL('**/checkout/**')

    await customer.page.locator('#number').focus()
    for (const text of [CARDS.approved, '12/39', '123', 'Ana Mejía']) {
      await keyboard.type(text)
      await keyboard.press('Tab')
    }
    await keyboard.press('Enter')
    await customer.sees('¡Gracias! Su pedido está pagado')
  })

  it('the purchase needs no scripts: each page on the way has a link', async () => {
    customer = await customerIn(browser, { javaScriptEnabled: false })
    const { page } = customer
    await customer.buy(shop, 'Café de Marcala')
    await customer.payWith(CARDS.approved)
    const onward = page.getByRole('link', { name: /^(Comprobar otra vez|Volver a la tienda)$/ })
    while (!page.url().includes('/shop/orders/')) await onward.click()
    await customer.sees('¡Gracias! Su pedido está pagado')
  })
})

describe.skipIf(!browser)('a lost event of the gateway', () => {
  let shop: string
  const world = useDemoWorld({ SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/nobody-listens' })
  beforeAll(async () => {
    shop = `${world.url}/shop`
  })

  it('the shop asks the customer to wait, in both languages, until Puente has polled the gateway', async () => {
    customer = await customerIn(browser)
    await customer.buy(shop, 'Café de Marcala')
    await customer.payWith(CARDS.approved)
    await customer.page.waitForURL('**/return')
    await customer.sees('Estamos confirmando su pago')
    expect(await customer.page.locator('html').getAttribute('lang')).toBe('es')

    await customer.page.getByRole('link', { name: 'English' }).click()
    await customer.sees('We are confirming your payment')
    expect(await customer.page.locator('html').getAttribute('lang')).toBe('en')

    await customer.sees('Payment received')
    expect(await customer.page.getByRole('status').textContent()).toContain('Payment received.')
    await customer.page.waitForURL('**/shop/orders/**')
    await customer.sees('¡Gracias! Su pedido está pagado')
  })

  it('a browser without scripts follows a link instead of a refresh', async () => {
    customer = await customerIn(browser, { javaScriptEnabled: false })
    const { page } = customer
    await customer.buy(shop, 'Café de Marcala')
    await customer.payWith(CARDS.approved)
    await customer.sees('Estamos confirmando su pago')
    expect(await page.content()).not.toContain('http-equiv')
    await page.getByText('esta página no se actualiza sola').waitFor()
    const again = page.getByRole('link', { name: 'Comprobar otra vez' })
    const back = page.getByRole('link', { name: 'Volver a la tienda' })
    while ((await back.count()) === 0) await again.click()
    await customer.sees('Pago recibido')
    expect(await page.content()).not.toContain('http-equiv')
    await back.click()
    await page.waitForURL('**/shop/orders/**')
    await customer.sees('¡Gracias! Su pedido está pagado')
  })
})
