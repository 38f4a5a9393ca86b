import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderRow, PaymentRow } from '../../src/db/db.ts'
import { OrderId, PaymentId, StoreId } from '../../src/domain/ids.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { connectionsWithin, UNRESTRICTED_CONNECTIONS } from '../../src/runtime/net/connections.ts'
import { isPublicAddress } from '../../src/runtime/net/public-address.ts'
import { HANG_MS } from '../../test/support/eventually.ts'
import { type GatewayStub, startGatewayStub } from '../../test/support/gateway-stub.ts'
import { headlessStorefront } from './storefront.ts'

const SECRET = `whsec_${Buffer.from('the shop of this test, 24 bytes').toString('base64')}`

let shop: GatewayStub
beforeAll(async () => {
  shop = await startGatewayStub()
})
afterAll(() => shop.close())

const at = new Date('2026-05-04T12:00:00Z')
const order: OrderRow = {
  id: OrderId.parse('ord_1'),
  store_id: StoreId.parse('tienda'),
  external_id: 'A-1',
  source: 'storefront',
  number: null,
  amount_minor: 12_550n,
  currency: 'HNL',
  description: 'Café ☕',
  customer: { name: 'Ana' },
  metadata: { table: 4 },
  locale: 'es',
  follows_reader: false,
  success_url: null,
  cancel_url: null,
  status: 'paid',
  conflict: null,
  pay_token: 'the secret of the pay link',
  cancelled_at: null,
  cancelled_by: null,
  people_erased_at: null,
  fingerprint: null,
  request_number: 0,
  last_payment_error: null,
  checkout_mode: 'hosted',
  payable_until: null,
  time_over_at: null,
  current_payment_id: PaymentId.parse('pay_1'),
  paid_at: at,
  created_at: at,
  updated_at: at,
}
const payment: PaymentRow = {
  id: PaymentId.parse('pay_1'),
  store_id: StoreId.parse('tienda'),
  order_id: OrderId.parse('ord_1'),
  attempt: 1,
  mode: 'hosted',
  payment_method_id: null,
  charge_id: null,
  decline: null,
  decline_count: 0,
  declined_at: null,
  charge_check: null,
  reported_at: null,
  request_number: 0,
  pending_update: null,
  previous_payment_id: null,
  state: 'paid',
  amount_minor: 12_550n,
  currency: 'HNL',
  idempotency_key: 'pay_1',
  request: { amount: '125.50' },
  claimed_by: null,
  claimed_until: null,
  gateway_payment_id: 71n,
  checkout_url: null,
  transaction_id: 'tx',
  total_minor: 13_075n,
  service_fee_minor: 525n,
  sales_tax_minor: 0n,
  tip_minor: 0n,
  refunded_minor: 0n,
  last_asked_at: null,
  next_ask_at: null,
  expires_at: null,
  paid_at: at,
  created_at: at,
  updated_at: at,
  traceparent: null,
}

const notify = (
  notifyUrl: string | null = `${shop.url}/hooks?from=puente`,
  timeoutMs = HANG_MS,
  notifySecrets = [SECRET],
  connections = UNRESTRICTED_CONNECTIONS,
) =>
  headlessStorefront({
    notifyUrl,
    notifySecrets,
    timeoutMs,
    clock: systemClock,
    connections,
  }).notify({
    id: 'msg_7',
    type: 'order.paid',
    at,
    order,
    payment,
    charges: [payment],
    refunds: [],
  })
const notTold = (detail: unknown = expect.any(String), retryAfterMs = 0) =>
  expect.objectContaining({ outcome: 'failed', retry: 'retry', detail, retryAfterMs })

describe('notifications to a headless store', () => {
  it('the store receives a signed POST that it can verify', async () => {
    shop.answer({ status: 204 })
    expect(await notify()).toEqual({ outcome: 'delivered' })
    const request = shop.requests.at(-1)
    expect(request).toMatchObject({ method: 'POST', path: '/hooks?from=puente' })
    const headers = request?.headers as Record<string, string>
    expect(headers).toMatchObject({ 'webhook-id': 'msg_7', 'content-type': 'application/json' })
    expect(new Webhook(SECRET).verify(request?.body ?? '', headers)).toMatchObject({
      type: 'order.paid',
      timestamp: at.toISOString(),
      data: {
        order: { id: 'A-1', amount: '125.50', status: 'paid', description: 'Café ☕' },
        payment: { id: 'pay_1', state: 'paid', total: '130.75', transaction_id: 'tx' },
        payments: [{ id: 'pay_1', amount: '125.50' }],
      },
    })
  })

  it('a POST carries one signature per secret while the store rotates secrets', async () => {
    const secrets = [SECRET, `whsec_${Buffer.from('the next secret of a shop').toString('base64')}`]
    shop.answer({ status: 204 })
    await notify(undefined, undefined, secrets)
    const { body = '', headers = {} } = shop.requests.at(-1) ?? {}
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const signatures = secrets.map((secret) => new Webhook(secret).sign('msg_7', sentAt, body))
    expect(headers['webhook-signature']).toBe(signatures.join(' '))
  })

  it('the payload leaves out the pay token and the idempotency key', async () => {
    shop.answer({ status: 200 })
    await notify()
    const body = shop.requests.at(-1)?.body
    expect(body).not.toContain('the secret of the pay link')
    expect(body).not.toContain('idempotency')
  })

  it('a different secret does not verify the signature', async () => {
    shop.answer({ status: 200 })
    await notify()
    const { body = '', headers } = shop.requests.at(-1) ?? {}
    const other = new Webhook(`whsec_${Buffer.from('another secret of a shop').toString('base64')}`)
    expect(() => other.verify(body, headers as Record<string, string>)).toThrow()
  })

  it('a store without a notification endpoint gets no request', async () => {
    expect(await notify(null)).toEqual({ outcome: 'nobody-to-tell' })
  })

  it.each([200, 201, 202, 204, 299])(
    'a response with status %i counts as delivered',
    async (status) => {
      shop.answer({ status, body: status === 204 ? '' : 'x'.repeat(100_000) })
      expect(await notify()).toEqual({ outcome: 'delivered' })
    },
  )

  it.each([301, 302, 400, 401, 404, 410, 422, 500, 503])(
    'status %i makes the notification retryable, without following a redirect',
    async (status) => {
      const before = shop.requests.length
      shop.answer({ status, headers: { location: `${shop.url}/elsewhere` } })
      expect(await notify()).toEqual(notTold(`HTTP ${status}`))
      expect(shop.requests).toHaveLength(before + 1)
    },
  )

  it.each([
    ['120', 120_000],
    ['99999999999', 86_400_000],
    ['1e999', 0],
    ['-1', 0],
    ['tomorrow', 0],
  ])('Retry-After: %s delays the next try by %i ms', async (wait, ms) => {
    shop.answer({ status: 429, headers: { 'retry-after': wait } })
    expect(await notify()).toEqual(notTold('HTTP 429', ms))
  })

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [404, false],
    [422, false],
  ])('status %i marks the store as unreachable: %s', async (status, unreachable) => {
    shop.answer({ status })
    expect(await notify()).toMatchObject({ unreachable })
  })

  it('a timeout, a reset, a refused connection and an unknown host are retryable', async () => {
    shop.answer('silence')
    expect(await notify(undefined, 50)).toEqual(notTold())
    shop.answer('reset')
    expect(await notify()).toEqual(notTold())
    expect(await notify('http://127.0.0.1:1/hooks')).toEqual(notTold())
    expect(await notify('http://shop.invalid/hooks')).toEqual(notTold())
  })

  it.each(['127.0.0.1', 'localhost'])(
    'a store on %s, outside the allowed networks, gets no request, and its notification stays retryable',
    async (host) => {
      const asked = shop.requests.length
      const url = shop.url.replace('127.0.0.1', host)
      const elsewhere = connectionsWithin(isPublicAddress)
      expect(await notify(url, undefined, undefined, elsewhere)).toEqual(
        notTold(expect.stringContaining(`${host} is not in the public internet: use an address`)),
      )
      expect(shop.requests).toHaveLength(asked)
    },
  )
})

describe('reading orders from a headless store', () => {
  const read = (
    ids = ['A-1', 'A-2'],
    timeoutMs = HANG_MS,
    connections = UNRESTRICTED_CONNECTIONS,
  ) =>
    headlessStorefront({
      notifyUrl: null,
      ordersUrl: `${shop.url}/orders`,
      notifySecrets: [SECRET],
      timeoutMs,
      clock: systemClock,
      connections,
    }).readOrders?.(ids)
  const answering = (orders: unknown) => shop.answer({ status: 200, body: { orders } })

  it('the store receives a signed POST that it can verify, and extra orders in its response are ignored', async () => {
    answering([
      { id: 'A-1', status: 'paid', amount: '125.50', currency: 'HNL', refunded_amount: null },
      { id: 'A-3', status: 'paid' },
    ])
    expect(await read()).toEqual({
      outcome: 'read',
      orders: [
        {
          id: 'A-1',
          status: 'paid',
          amount: { minor: 12_550n, currency: expect.objectContaining({ code: 'HNL' }) },
          refunded: undefined,
        },
      ],
      unreadable: [],
    })
    const request = shop.requests.at(-1)
    expect(request).toMatchObject({ method: 'POST', path: '/orders' })
    const headers = request?.headers as Record<string, string>
    expect(new Webhook(SECRET).verify(request?.body ?? '', headers)).toMatchObject({
      type: 'orders.requested',
      data: { order_ids: ['A-1', 'A-2'] },
    })
  })

  it.each([
    ['no list', { orders: 'none' }],
    ['no JSON', 'orders: none'],
  ])('a response with %s leaves the orders unread', async (_, body) => {
    shop.answer({ status: 200, body })
    expect(await read()).toMatchObject({ outcome: 'not-read', detail: expect.any(String) })
  })

  it('a PHP notice before the JSON does not prevent reading', async () => {
    const said = JSON.stringify({ orders: [{ id: 'A-1', status: 'paid' }] })
    shop.answer({ status: 200, body: `<br />\n<b>Notice</b>: [x] in {y} on line 3\n${said}` })
    expect(await read()).toMatchObject({ outcome: 'read', orders: [{ id: 'A-1' }] })
  })

  it.each([
    [
      { status: 302, headers: { location: '/login?token=secret' } },
      /^HTTP 302, which redirects to http:.*\/login$/,
    ],
    [{ status: 503, body: '<title>Back at noon</title><p>Sorry</p>' }, /^HTTP 503 “Back at noon”$/],
    [{ status: 200, body: '<h1>Please sign in</h1>' }, /the answer is not JSON “Please sign in”/],
    [{ status: 200, body: '{"orders": "Ana Mejia' }, /the answer is not JSON$/],
  ])('the failure describes a redirect or a page instead of JSON: %j', async (answer, detail) => {
    shop.answer(answer)
    expect(await read()).toMatchObject({ detail: expect.stringMatching(detail) })
  })

  it.each([
    ['a status of its own', { id: 'A-1', status: 'shipped' }, 'A-1', 'status'],
    [
      'an amount without a currency',
      { id: 'A-1', status: 'paid', amount: '1.00' },
      'A-1',
      'amount',
    ],
    [
      'an amount that is none',
      { id: 'A-1', status: 'paid', amount: 'x', currency: 'HNL' },
      'A-1',
      'amount',
    ],
    ['an order without an id', { status: 'paid' }, null, 'id'],
    ['nothing', null, null, 'expected object'],
  ])('a response with %s still yields the other orders', async (_, item, id, detail) => {
    answering([item, { id: 'A-2', status: 'unpaid' }])
    expect(await read()).toMatchObject({
      outcome: 'read',
      orders: [{ id: 'A-2', status: 'unpaid' }],
      unreadable: [{ id, detail: expect.stringContaining(detail) }],
    })
  })

  it.each([301, 404, 500])('status %i leaves the orders unread', async (status) => {
    shop.answer({ status })
    expect(await read()).toMatchObject({
      outcome: 'not-read',
      detail: expect.stringContaining(`HTTP ${status}`),
    })
  })

  it('a timeout or a reset connection leaves the orders unread', async () => {
    shop.answer('silence')
    expect(await read(undefined, 50)).toMatchObject({ outcome: 'not-read' })
    shop.answer('reset')
    expect(await read()).toMatchObject({ outcome: 'not-read' })
  })

  it('a store outside the public internet gets no request', async () => {
    const asked = shop.requests.length
    expect(await read(undefined, undefined, connectionsWithin(isPublicAddress))).toMatchObject({
      outcome: 'not-read',
      retry: 'retry',
      detail: expect.stringContaining('is not in the public internet'),
    })
    expect(shop.requests).toHaveLength(asked)
  })

  it('a store without an orders URL has no readOrders', () => {
    const options = {
      notifyUrl: shop.url,
      notifySecrets: [SECRET],
      timeoutMs: 1,
      clock: systemClock,
      connections: UNRESTRICTED_CONNECTIONS,
    }
    expect(headlessStorefront(options).readOrders).toBeUndefined()
  })
})
