import { describe, expect, it } from 'vitest'
import { fetchPayLink } from '../../../adapters/shopify/extension/src/fetch-pay-link.ts'
import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { OrderId } from '../../../src/domain/ids.ts'
import { HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { eventually, type Json } from '../../support/world.ts'
import { useManualPayments } from './use-manual-payments.ts'

const { world, shop, query, giveApiKey, orderOf, orderWhen, linkOf, placed, open, paid } =
  useManualPayments()

describe('a pay link of Shopify', () => {
  it('the link of an order that was just cancelled in Shopify leads nowhere', async () => {
    const { id, payUrl } = await placed()
    shop.cancelInAdmin(id)
    shop.webhooks.due.length = 0
    expect((await open(payUrl)).status).toBe(410)
    expect((await orderOf(id))?.status).toBe('cancelled')
  })

  it('many concurrent visits to a link share their reads of the order', async () => {
    const { payUrl } = await placed()
    const isRead = (name: string) => name.endsWith(' OrderForPayment')
    const before = world.standIn.requests.filter(isRead).length
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(payUrl)))
    expect(new Set(opened.map(({ location }) => location)).size).toBe(1)
    expect(world.standIn.requests.filter(isRead).length - before).toBeLessThan(20)
  })

  it('the link of an edited order leads to a checkout of the new amount', async () => {
    const { id, payUrl } = await placed()
    const before = await open(payUrl)
    shop.editInAdmin(id, '80.00')
    const after = await open(payUrl)
    expect(after.location).not.toBe(before.location)
    await world.pay(after.location)
    expect(await orderWhen(id, 'paid')).toMatchObject({ amount_minor: 8_000n })
    await eventually(async () => moneyOf(shop.order(id)).received === 8_000n)
  })

  it('the link of an order with a gift card is for the rest', async () => {
    const { id } = await paid({ total: '100.00', giftCard: '40.00' })
    expect((await orderOf(id))?.amount_minor).toBe(6_000n)
  })

  it('the link of a buyer who sees another currency is in that currency', async () => {
    const { id } = await paid({ total: '20.00', currency: 'USD' })
    expect(await orderOf(id)).toMatchObject({ amount_minor: 2_000n, currency: 'USD' })
  })

  it('the link reports a shop that does not answer, charges nothing, and tries again', async () => {
    const { id, payUrl } = await placed()
    world.standIn.failNext(/ OrderForPayment$/, { status: 503 }, 3)
    const page = await open(payUrl)
    expect(page.status).toBe(503)
    expect(page.text).toContain('La tienda no responde')
    world.standIn.failNext(/ OrderForPayment$/, { status: 503 }, 3)
    const polled = await fetch(`${payUrl}/status`)
    expect(await polled.json()).toEqual({ kind: 'store-silent' })
    expect(await paymentsOfOrder(query(), OrderId.parse((await orderOf(id))?.id ?? ''))).toEqual([])
    expect((await open(payUrl)).status).toBe(303)
  })

  it('the link of an order marked as paid in Shopify leads nowhere, and Puente marks nothing as paid', async () => {
    const { id, payUrl } = await placed()
    shop.markPaidInAdmin(id)
    await shop.webhooks.deliver()
    await orderWhen(id, 'cancelled')
    expect((await open(payUrl)).status).toBe(410)
    expect(moneyOf(shop.order(id)).received).toBe(10_000n)
  })

  it('the link of an order cancelled in Puente leads nowhere, though it is open in Shopify', async () => {
    const { id, payUrl } = await placed()
    const order = await orderOf(id)
    if (!order) throw new Error('not taken')
    await giveApiKey()
    const headers = { authorization: 'Bearer key-of-the-shop' }
    expect(await world.api('POST', `/v1/orders/${id}/cancel`, undefined, headers)).toMatchObject({
      status: 200,
    })
    expect((await open(payUrl)).status).toBe(410)
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', cancelled_by: 'merchant' })
    expect(await paymentsOfOrder(query(), order.id)).toEqual([])
  })

  it('the link makes another checkout when the first has ended', async () => {
    const { id, payUrl } = await placed()
    const { location: first } = await open(payUrl)
    await pass(world, 2 * HOUR_SECONDS)
    await orderWhen(id, 'payment_expired')
    const { status, location: second } = await open(payUrl)
    expect(status).toBe(303)
    expect(second).not.toBe(first)
    expect((await orderOf(id))?.status).toBe('awaiting_payment')
  })
})

describe('the pay link on the pages of Shopify', () => {
  const ask = async (
    { order = '', confirmation = '' }: { order?: string; confirmation?: string },
    token: string | null = shop.access.sessionToken({ dest: shop.name, iss: undefined }),
  ) => {
    const query = new URLSearchParams({ order, confirmation })
    const response = await fetch(`${world.url}/shopify/pay-link?${query}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Json,
    }
  }
  const asBuyer = (id: string) => ({
    order: `gid://shopify/OrderIdentity/${id}`,
    confirmation: `C${shop.order(id).name.slice(1)}`,
  })

  it('the pay link is available before the webhook arrives, to any page of Shopify', async () => {
    const { id } = shop.placeOrder({ total: '75.00' })
    const { status, body, headers } = await ask(asBuyer(id))
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'payable', amount: '75.00', currency: 'HNL' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    await shop.webhooks.deliver()
    expect((await eventually(async () => linkOf(id) ?? false)) === body.pay_url).toBe(true)
    const preflight = await fetch(`${world.url}/shopify/pay-link`, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })

  it('the extension gets the pay link and its amount in words, and retries while Shopify is still writing the order', async () => {
    const { id } = shop.placeOrder({ total: '1250.50' })
    const { order, confirmation } = asBuyer(id)
    world.standIn.failNext(/ OrderForPayment$/, { status: 503 }, 3)
    const token = shop.access.sessionToken({ dest: shop.name, iss: undefined })
    const answer = await fetchPayLink(
      `${world.url}/`,
      { id: order, confirmation },
      async () => token,
    )
    expect(answer).toMatchObject({
      state: 'payable',
      amount_text: expect.stringMatching(/^L\s1,250\.50$/),
    })
  })

  it('a paid order or one with another payment method has no button', async () => {
    const { id } = await paid()
    expect((await ask(asBuyer(id))).body).toEqual({ state: 'paid' })
    const { id: other } = shop.placeOrder({ method: 'Bank Deposit' })
    expect((await ask(asBuyer(other))).body).toEqual({ state: 'none' })
  })

  it('a cancelled order has no button', async () => {
    const { id } = await placed()
    shop.cancelInAdmin(id)
    shop.webhooks.due.length = 0
    expect((await ask(asBuyer(id))).body).toEqual({ state: 'none' })
  })

  it('a concurrent page and webhook get the same link', async () => {
    const { id } = shop.placeOrder()
    const [one, other] = await Promise.all([
      ask(asBuyer(id)),
      ask(asBuyer(id)),
      shop.webhooks.deliver({ repeated: true }),
    ])
    expect(one.body.pay_url).toBe(other.body.pay_url)
    expect(await eventually(async () => linkOf(id) ?? false)).toBe(one.body.pay_url)
  })

  it('a request without the confirmation number gets no link', async () => {
    const { id } = shop.placeOrder()
    expect((await ask({ ...asBuyer(id), confirmation: 'GUESS' })).status).toBe(404)
    expect((await ask({ ...asBuyer(id), order: "1' OR 1=1" })).status).toBe(404)
  })

  it.each([
    ['is missing', () => null],
    ['is over', () => shop.access.sessionToken({ exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['is for another app', () => shop.access.sessionToken({ aud: 'another-app' })],
    ['is signed by somebody else', () => shop.access.sessionToken({}, 'not the secret')],
    ['is no token', () => 'abc'],
  ])('a request gets no link when its session token %s', async (_why, token) => {
    const { id } = shop.placeOrder()
    expect((await ask(asBuyer(id), token())).status).toBe(401)
  })

  it('a request with a session token of another shop gets no link', async () => {
    const { id } = shop.placeOrder()
    const token = shop.access.sessionToken({ dest: 'otra.myshopify.com', iss: undefined })
    expect((await ask(asBuyer(id), token)).status).toBe(404)
  })
})
