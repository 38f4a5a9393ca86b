import { afterEach, describe, expect, it } from 'vitest'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'

const { world, proxy } = useWorldBehindProxy({ PUBLIC_URL })
const merchant = merchantOf(world, { prefix: 'NP' })
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'profile', { currencies: ['340', '840'], sandbox_terminal: true })
})

const CREATION = 'POST /v1/payments'
const DOLLARS = { amount: '5.00', currency: 'USD' }
let orders = 0
const newOrder = () => `NP-${++orders}`
const visit = (payUrl: string) =>
  fetch(payUrl.replace(PUBLIC_URL, world.url), { redirect: 'manual' })
const failureNotifications = (id: string) =>
  world.shop.messages.filter(
    ({ order, type }) => order.id === id && type === 'order.payment_failed',
  )
const payUrlOf = async (id: string): Promise<string> => (await merchant.read(id)).pay_url

describe('an order that the gateway permanently refuses', () => {
  const lempirasOnly = () => setSandbox(world, 'profile', { currencies: ['340'] })

  it('the order carries the reason, in the answer and whenever it is read, and stays payable', async () => {
    await lempirasOnly()
    const id = newOrder()
    const why = {
      code: 'currency_refused',

      message: expect.any(String),
      at: expect.any(String),
    }
    const refused = await merchant.checkout(id, DOLLARS)
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'refused_by_gateway',
        errors: [{ path: 'order.currency' }],
        order: { id, last_payment_error: why },
      },
    })
    expect((await merchant.read(id)).order).toMatchObject({
      status: 'awaiting_payment',
      ...DOLLARS,
      last_payment_error: why,
    })
    const entries = await merchant.timeline(id)
    expect(entries.find(({ kind }) => kind === 'payment_refused').details).toMatchObject({
      reason: 'currency_refused',
    })
  })

  it.each<[string, GatewayFault, string]>([
    [
      'for its amount',
      { kind: 'answer', status: 422, body: '{"errors":{"amount":["too much"]}}' },
      'amount_refused',
    ],
    [
      'by a terminal that is not there',
      { kind: 'answer', status: 422, body: '{"code":"sandbox_terminal_unavailable","errors":{}}' },
      'terminal_unavailable',
    ],
    [
      'for anything else',
      { kind: 'answer', status: 422, body: '{"errors":{"customer.email":["no"]}}' },
      'request_refused',
    ],
  ])('an order refused %s carries that reason', async (_, conflict, code) => {
    const id = newOrder()
    proxy.next(CREATION, conflict)
    await merchant.checkout(id)
    expect((await merchant.read(id)).order.last_payment_error.code).toBe(code)
  })

  it('the store is notified of the refusal once, however often it retries', async () => {
    await lempirasOnly()
    const id = newOrder()
    for (let nth = 1; nth <= 3; nth++) await merchant.checkout(id, DOLLARS)
    await eventually(async () => failureNotifications(id).length === 1)
    expect(failureNotifications(id)[0]?.order).toMatchObject({
      status: 'awaiting_payment',
      last_payment_error: { code: 'currency_refused' },
    })
    await pass(world, 30)
    expect(failureNotifications(id)).toHaveLength(1)
  })

  it('the pay link explains the refusal in plain words, in two languages', async () => {
    await lempirasOnly()
    const id = newOrder()
    await merchant.checkout(id, DOLLARS)
    const page = await visit(await payUrlOf(id))
    expect(page.status).toBe(409)
    const text = await page.text()
    expect(text).toContain('moneda')
    expect(text).not.toContain('ya no es válido')
    const english = await (await visit(`${await payUrlOf(id)}?lang=en`)).text()
    expect(english).toContain('currency of this order')
  })

  it('the same link can be paid once the currency is enabled', async () => {
    await lempirasOnly()
    const id = newOrder()
    await merchant.checkout(id, DOLLARS)
    await setSandbox(world, 'profile', { currencies: ['340', '840'] })
    await pass(world, 120)
    const page = await visit(await payUrlOf(id))
    expect(page.status).toBe(303)
    const { order, payment } = await merchant.read(id)
    expect(order.last_payment_error).toBeNull()
    expect(page.headers.get('location')).toBe(payment.checkout_url)
  })

  it('another amount that the gateway accepts clears the refusal', async () => {
    await lempirasOnly()
    const id = newOrder()
    await merchant.checkout(id, DOLLARS)
    expect(await merchant.checkout(id)).toMatchObject({
      status: 201,
      body: { order: { amount: '100.00', currency: 'HNL', last_payment_error: null } },
    })
  })

  it('visits to the pay link do not query the gateway each time', async () => {
    await lempirasOnly()
    const id = newOrder()
    await merchant.checkout(id, DOLLARS)
    const asked = proxy.seen.length
    const payUrl = await payUrlOf(id)
    for (let nth = 1; nth <= 5; nth++) await visit(payUrl)
    expect(proxy.seen.length).toBe(asked)
  })
})

describe('a charge that the gateway permanently refuses', () => {
  it('the order of a refused saved-card charge carries the reason', async () => {
    const method = await merchant.savedCard()
    const id = newOrder()
    proxy.next(`POST /v1/payment-methods/${method}/charge`, {
      kind: 'answer',
      status: 422,
      body: '{"errors":{"currency_code":["no"]}}',
    })
    expect((await merchant.checkout(id, {}, { payment_method: method })).status).toBe(422)
    expect((await merchant.read(id)).order.last_payment_error.code).toBe('currency_refused')
    await eventually(async () => failureNotifications(id).length === 1)
    expect(await merchant.checkout(id, {}, { payment_method: method })).toMatchObject({
      status: 201,
      body: { order: { status: 'paid', last_payment_error: null } },
    })
  })

  it('the card page explains a refused charge in plain words', async () => {
    const id = newOrder()
    const { body } = await merchant.checkout(id, DOLLARS, { mode: 'card_page' })
    const token = await merchant.token()
    await setSandbox(world, 'profile', { currencies: ['340'] })
    const cardPage = `${body.pay_url.replace(PUBLIC_URL, world.url)}/card`
    const answer = await fetch(cardPage, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token: token }),
    })
    expect(((await answer.json()) as Json).reason).toBe('currency-refused')
    expect((await merchant.read(id)).order.last_payment_error.code).toBe('currency_refused')
    const page = await (await fetch(cardPage)).text()
    expect(page).toContain('moneda de este pedido')
    await eventually(async () => failureNotifications(id).length === 1)
  })
})

describe('a gateway that is down', () => {
  const AWAY: GatewayFault = { kind: 'answer', status: 503 }

  it('the store gets the order and its link with the error', async () => {
    const id = newOrder()
    proxy.always(AWAY)
    expect(await merchant.checkout(id)).toMatchObject({
      status: 502,
      body: {
        code: 'gateway_unreachable',
        order: { id, status: 'awaiting_payment', last_payment_error: null },
        pay_url: expect.stringContaining('/pay/'),
      },
    })
    expect(failureNotifications(id)).toEqual([])
  })

  it('the link redirects to the checkout again once the gateway is back, also much later', async () => {
    for (const seconds of [0, 20 * 60]) {
      const id = newOrder()
      proxy.always(AWAY)
      const { pay_url } = (await merchant.checkout(id)).body
      if (seconds > 0) {
        proxy.always(undefined)
        await pass(world, seconds)
        await eventually(async () =>
          (await merchant.timeline(id)).some(({ kind }) => kind === 'payment_abandoned'),
        )
      }
      proxy.always(undefined)
      const page = await visit(pay_url)
      expect(page.status).toBe(303)
      const { payment } = await merchant.read(id)
      expect(page.headers.get('location')).toBe(payment.checkout_url)
      expect(await merchant.atGateway(id)).toHaveLength(1)
    }
  })

  it('the link asks the customer to wait, and leads back without a refresh of the browser', async () => {
    const id = newOrder()
    proxy.always(AWAY)
    const { pay_url } = (await merchant.checkout(id)).body
    const page = await visit(pay_url)
    expect(page.status).toBe(503)
    const text = await page.text()
    expect(text).toContain('El pago aún no está listo')
    expect(text).not.toContain('http-equiv')
    expect(text).toMatch(/data-redirect-url="\/pay\/[^"]+" data-redirect-seconds="10"/)
    expect(text).toMatch(/<a class="action" href="\/pay\/[^"]+">Intentar otra vez<\/a>/)
  })

  it('ten customers who open the link concurrently get the same checkout', async () => {
    const id = newOrder()
    proxy.next(CREATION, AWAY)
    const { pay_url } = (await merchant.checkout(id)).body
    await Promise.all(Array.from({ length: 10 }, () => visit(pay_url)))
    expect((await visit(pay_url)).status).toBe(303)
    expect(await merchant.atGateway(id)).toHaveLength(1)
  })

  it('the link keeps the payment deadline that the store gave', async () => {
    const id = newOrder()
    proxy.next(CREATION, AWAY)
    const { pay_url } = (await merchant.checkout(id, {}, { expires_in_minutes: 60 })).body
    await pass(world, 20 * 60)
    await eventually(async () =>
      (await merchant.timeline(id)).some(({ kind }) => kind === 'payment_abandoned'),
    )
    expect((await visit(pay_url)).status).toBe(303)
    const { payment, order } = await merchant.read(id)
    const minutes = (Date.parse(payment.expires_at) - Date.parse(order.created_at)) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThan(62)
  })

  it('a link ends when its payment deadline passes during the outage', async () => {
    const id = newOrder()
    proxy.next(CREATION, AWAY)
    const { pay_url } = (await merchant.checkout(id, {}, { expires_in_minutes: 10 })).body
    await pass(world, 20 * 60)
    await eventually(async () =>
      (await merchant.timeline(id)).some(({ kind }) => kind === 'payment_abandoned'),
    )
    expect((await visit(pay_url)).status).toBe(410)
    expect(await merchant.atGateway(id)).toHaveLength(0)
  })
})
