import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../src/db/db.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { type FakeShopify, startFakeShopify } from '../../../test/support/shopify/fake-shopify.ts'
import type { StandInShop } from '../../../test/support/shopify/shop.ts'
import { createBudgets } from './budgets.ts'
import { type ShopGraphql, type ShopGraphqlOptions, shopGraphql } from './client.ts'
import {
  cancelOrderMutation,
  setMetafieldsMutation,
  setOrderNoteMutation,
} from './operations/change-order.ts'
import { readInstallQuery } from './operations/install.ts'
import { orderForPaymentQuery } from './operations/order-for-payment.ts'
import { ordersToReconcileQuery } from './operations/orders-to-reconcile.ts'
import { resolvePaymentMutation } from './operations/payment-sessions.ts'
import { capturePendingMutation, markPaidMutation } from './operations/record-payment.ts'
import { refundOrderMutation } from './operations/refund-order.ts'

const log = createLog({ level: 'silent', service: 'test' })

let standIn: FakeShopify
let db: Db
let shop: StandInShop
let waitedMs: number[]
let latestShop = 0

beforeAll(async () => {
  standIn = await startFakeShopify()
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
})
afterAll(async () => {
  await db.close()
  await standIn.close()
})
beforeEach(() => {
  shop = standIn.shop(`shop-${++latestShop}.myshopify.com`)
  waitedMs = []
})

const client = (more: Partial<ShopGraphqlOptions> = {}): ShopGraphql =>
  shopGraphql({
    shop: shop.name,
    tokenOf: async () => ({ outcome: 'token', accessToken: shop.access.token() }),
    calls: { address: standIn.url, timeoutMs: 5_000 },
    budgets: createBudgets(db.query),
    wait: async (ms) => waitedMs.push(ms),
    ...more,
  })
const asked = (name: string) => standIn.requests.filter((one) => one === `${shop.name} ${name}`)
const readOrder = (id: string, ask = client()) => ask(orderForPaymentQuery, { id })

const refund = (order: { gid: string; transactions: { id: string }[] }, amount: string) => ({
  orderId: order.gid,
  note: 'portal',
  notify: false,
  currency: 'HNL',
  transactions: [
    {
      orderId: order.gid,
      parentId: order.transactions.at(-1)?.id ?? '',
      kind: 'REFUND' as const,
      gateway: 'Tarjeta (Puente)',
      amount,
    },
  ],
})

describe('responses of a shop', () => {
  test('an order reports its outstanding amount in the currency that the buyer saw', async () => {
    shop = standIn.shop(`usd-${++latestShop}.myshopify.com`, {
      currency: 'USD',
      rates: { HNL: 0.04 },
    })
    const { gid } = shop.placeOrder({ total: '125.50', giftCard: '25.00' })
    expect(await readOrder(gid)).toMatchObject({
      outcome: 'done',
      value: {
        id: gid,
        paymentGatewayNames: ['gift_card', 'Tarjeta (Puente)'],
        totalOutstandingSet: {
          presentmentMoney: { amount: '100.5', currencyCode: 'HNL' },
        },
      },
    })
  })

  test('a deleted order reads as null', async () => {
    const order = shop.placeOrder()
    shop.deleteInAdmin(order.id)
    expect(await readOrder(order.gid)).toEqual({ outcome: 'done', value: null })
  })

  test('a second markPaid returns the user error of real shops', async () => {
    const { gid: id } = shop.placeOrder()
    expect(await client()(markPaidMutation, { id })).toMatchObject({
      outcome: 'done',
      value: { displayFinancialStatus: 'PAID' },
    })
    expect(await client()(markPaidMutation, { id })).toMatchObject({
      outcome: 'user-errors',
      errors: [{ field: ['id'], message: 'Order cannot be marked as paid.', code: null }],
      value: { displayFinancialStatus: 'PAID' },
    })
  })

  test('a shop with the capability captures part of a pending payment', async () => {
    shop.facts.manuallyCapturable = true
    const { gid: id, transactions } = shop.placeOrder({ total: '100.00' })
    const parentTransactionId = transactions[0]?.id ?? ''
    const input = { id, parentTransactionId, amount: '40.00', currency: 'HNL' }
    expect(await client()(capturePendingMutation, { input })).toMatchObject({
      value: { kind: 'CAPTURE' },
    })
    expect(await readOrder(id)).toMatchObject({
      value: { totalOutstandingSet: { presentmentMoney: { amount: '60.0' } } },
    })
  })

  test('a refund above the paid amount returns a user error', async () => {
    const order = shop.placeOrder({ total: '15.00' })
    shop.markPaidInAdmin(order.id)
    expect(
      await client()(refundOrderMutation, { input: refund(order, '25.00'), key: 'k' }),
    ).toMatchObject({
      outcome: 'user-errors',
      errors: [{ message: 'Refund amount $25.00 is greater than net payment received $15.00' }],
    })
  })

  test('a cancellation completes after its response, and a second one returns a user error', async () => {
    const { gid: id } = shop.placeOrder()
    shop.holdJobs = true
    const cancel = () =>
      client()(cancelOrderMutation, { id, reason: 'OTHER', restock: true, note: null })
    expect(await cancel()).toMatchObject({ outcome: 'done', value: { done: false } })
    shop.finishJobs()
    expect(await cancel()).toMatchObject({
      outcome: 'user-errors',
      errors: [{ message: 'Cannot cancel an order that has already been canceled' }],
    })
  })

  test('a pay link and a note are stored on the order', async () => {
    const { gid: id } = shop.placeOrder()
    const ask = client()
    const link = { ownerId: id, namespace: '$app', key: 'payment', type: 'url', value: 'https://x' }
    expect(await ask(setMetafieldsMutation, { metafields: [link] })).toMatchObject({
      outcome: 'done',
    })
    expect(await ask(setOrderNoteMutation, { input: { id, note: 'Hola' } })).toMatchObject({
      outcome: 'done',
    })
    expect(await readOrder(id)).toMatchObject({
      value: { payment: { value: 'https://x' }, note: 'Hola' },
    })
  })

  test('changed orders come in pages, oldest change first', async () => {
    const orders = Array.from({ length: 51 }, () => shop.placeOrder())
    const q = "updated_at:>='2020-01-01T00:00:00Z'"
    const first = await client()(ordersToReconcileQuery, { q, after: null })
    if (first.outcome !== 'done') throw new Error(first.outcome)
    expect(first.value).toMatchObject({ hasNextPage: true })
    const after = first.value.changes.at(-1)?.cursor ?? null
    const second = await client()(ordersToReconcileQuery, { q, after })
    if (second.outcome !== 'done') throw new Error(second.outcome)
    expect(second.value.hasNextPage).toBe(false)
    const ids = [...first.value.changes, ...second.value.changes].map(({ order }) => order.id)
    expect(ids).toEqual(orders.map(({ gid }) => gid))
  })

  test('fields that the app may not read are null, and the rest of the order is readable', async () => {
    const { gid } = shop.placeOrder()
    for (const field of ['email', 'billingAddress']) shop.facts.unapproved.add(field)
    expect(await readOrder(gid)).toMatchObject({
      outcome: 'done',
      value: { email: null, billingAddress: null },
    })
    standIn.failNext(/Install/, {
      status: 200,
      body: {
        data: {
          currentAppInstallation: { accessScopes: [] },
          shop: { name: 'Café', myshopifyDomain: shop.name, currencyCode: 'HNL', plan: null },
        },
        errors: [{ message: 'no', path: ['shop', 'plan'], extensions: { code: 'ACCESS_DENIED' } }],
      },
    })
    expect(await client()(readInstallQuery, {})).toMatchObject({
      outcome: 'done',
      value: { isDevelopment: false },
    })
  })

  test('payment sessions are settled through the Payments Apps API', async () => {
    const { session } = await shop.payments.pay(`${standIn.url}/nowhere`)
    expect(await client()(resolvePaymentMutation, { id: session.gid })).toMatchObject({
      outcome: 'done',
      value: { redirectUrl: expect.stringContaining('/processing') },
    })
    expect(session.state).toBe('RESOLVED')
  })
})

describe('failed calls', () => {
  test('a read is retried until the shop answers', async () => {
    const { gid } = shop.placeOrder()
    standIn.failNext(/OrderForPayment/, { status: 503 })
    standIn.failNext(/OrderForPayment/, 'reset')
    expect(await readOrder(gid)).toMatchObject({ outcome: 'done' })
    expect(asked('OrderForPayment')).toHaveLength(3)
    expect(waitedMs).toEqual([200, 1_000])
  })

  test('a page instead of JSON is a retryable failure', async () => {
    standIn.failNext(/OrderForPayment/, 'page', 3)
    expect(await readOrder(shop.placeOrder().gid)).toMatchObject({
      outcome: 'failed',
      code: 'not-json',
      retry: 'retry',
    })
  })

  test('the failure names the target of a redirect and the title of a page', async () => {
    const { gid } = shop.placeOrder()
    const location = '/admin/password?token=secret'
    standIn.failNext(/OrderForPayment/, { status: 302, headers: { location } })
    expect(await readOrder(gid)).toMatchObject({
      code: 'shop-unavailable',
      detail: `OrderForPayment: the shop answered 302, which redirects to https://${shop.name}/admin/password`,
    })
    const body = '<html><title>Attention Required! | Firewall</title><body>Ray 1</body></html>'
    standIn.failNext(/OrderForPayment/, { status: 403, body })
    expect(await readOrder(gid)).toMatchObject({
      code: 'access-denied',
      detail: 'OrderForPayment: the shop answered 403 “Attention Required! | Firewall”',
    })
    standIn.failNext(/OrderForPayment/, 'page', 3)
    expect(await readOrder(gid)).toMatchObject({
      detail: 'OrderForPayment: the shop answered 200 and no JSON “One moment”',
    })
  })

  test('truncated JSON is a retryable failure', async () => {
    const headers = { 'content-type': 'application/json' }
    standIn.failNext(/OrderForPayment/, { status: 200, headers, body: '{"data":{"order":' }, 3)
    expect(await readOrder(shop.placeOrder().gid)).toMatchObject({
      code: 'not-json',
      retry: 'retry',
    })
  })

  test('a markPaid with a lost response has an unknown effect and is not retried', async () => {
    const order = shop.placeOrder()
    standIn.failNext(/MarkPaid/, 'lost-answer')
    expect(await client()(markPaidMutation, { id: order.gid })).toMatchObject({
      outcome: 'failed',
      retry: 'retry',
      effect: 'unknown',
    })
    expect(asked('MarkPaid')).toHaveLength(1)
    expect(await readOrder(order.gid)).toMatchObject({
      value: { totalOutstandingSet: { presentmentMoney: { amount: '0.0' } } },
    })
  })

  test('a refund with a lost response is retried under its key and stays one refund', async () => {
    const order = shop.placeOrder({ total: '100.00' })
    shop.markPaidInAdmin(order.id)
    standIn.failNext(/Refund/, 'lost-answer')
    const answer = await client()(refundOrderMutation, {
      input: refund(order, '30.00'),
      key: 'reversal-1',
    })
    expect(answer).toMatchObject({
      outcome: 'done',
      value: { id: order.refunds[0]?.id },
    })
    expect(order.refunds).toHaveLength(1)
  })

  test('a refund with a lost response keeps its unknown effect after a refused retry', async () => {
    const order = shop.placeOrder({ total: '100.00' })
    shop.markPaidInAdmin(order.id)
    standIn.failNext(/Refund/, 'lost-answer')
    standIn.failNext(/Refund/, { status: 400 })
    const answer = await client()(refundOrderMutation, {
      input: refund(order, '30.00'),
      key: 'reversal-2',
    })
    expect(answer).toMatchObject({ outcome: 'failed', retry: 'permanent', effect: 'unknown' })
    expect(order.refunds).toHaveLength(1)
  })

  test('a throttled mutation waits as long as the shop asks', async () => {
    const { gid: id } = shop.placeOrder()
    standIn.failNext(/MarkPaid/, { throttled: { available: 40, restoreRate: 100 } })
    expect(await client()(markPaidMutation, { id })).toMatchObject({ outcome: 'done' })
    expect(waitedMs).toContain(600)
  })

  test('a call past its deadline sends nothing and waits for no points', async () => {
    const { gid: id } = shop.placeOrder()
    const ask = client()
    const late = await ask(markPaidMutation, { id }, { endsAt: performance.now() })
    expect(late).toMatchObject({ outcome: 'failed', code: 'out-of-time', retry: 'retry' })
    expect(asked('MarkPaid')).toEqual([])
  })

  test('a long throttle wait is left to the task', async () => {
    standIn.failNext(/OrderForPayment/, { throttled: { available: 0, restoreRate: 1 } })
    expect(await readOrder(shop.placeOrder().gid)).toMatchObject({
      outcome: 'failed',
      code: 'throttled',
      retry: 'retry',
      retryAfterMs: 100_000,
      effect: 'none',
    })
  })

  test('Retry-After counts in seconds', async () => {
    standIn.failNext(/OrderForPayment/, { status: 429, headers: { 'retry-after': '2.0' } })
    expect(await readOrder(shop.placeOrder().gid)).toMatchObject({ outcome: 'done' })
    expect(waitedMs).toEqual([2_000])
  })

  test('a refused token is renewed once', async () => {
    const tokens = ['shpat_old', shop.access.token()]
    const given: unknown[] = []
    const tokenOf: ShopGraphqlOptions['tokenOf'] = async ({ refused }) => {
      given.push(refused)
      return { outcome: 'token', accessToken: tokens.shift() ?? 'shpat_none' }
    }
    const { gid } = shop.placeOrder()
    expect(await readOrder(gid, client({ tokenOf }))).toMatchObject({ outcome: 'done' })
    expect(given).toEqual([undefined, 'shpat_old'])
    expect(await readOrder(gid, client({ tokenOf }))).toMatchObject({
      outcome: 'failed',
      code: 'token-refused',
      retry: 'ask-a-person',
      effect: 'none',
    })
    expect(given.slice(2)).toEqual([undefined, 'shpat_none'])
  })

  test('a shop without the app gets no request', async () => {
    const tokenOf: ShopGraphqlOptions['tokenOf'] = async () => ({
      outcome: 'failed',
      code: 'not-installed',
      retry: 'ask-a-person',
      detail: 'the shop has not installed the app',
      effect: 'none',
    })
    expect(await client({ tokenOf })(readInstallQuery, {})).toMatchObject({ code: 'not-installed' })
    expect(asked('Install')).toEqual([])
  })

  test('a missing permission needs attention', async () => {
    shop.denied.add('orderMarkAsPaid')
    const { gid: id } = shop.placeOrder()
    expect(await client()(markPaidMutation, { id })).toMatchObject({
      outcome: 'failed',
      code: 'access-denied',
      retry: 'ask-a-person',
      detail: 'MarkPaid: Access denied for orderMarkAsPaid field.',
    })
  })

  test('an error below the root field leaves the effect unknown', async () => {
    const at = (...path: string[]) => ({ message: 'no', path, extensions: { code: 'NOT_GOOD' } })
    const { gid: id } = shop.placeOrder()
    const effectOf = async (error: object) => {
      standIn.failNext(/MarkPaid/, { status: 200, body: { data: null, errors: [error] } })
      const answer = await client()(markPaidMutation, { id })
      return answer.outcome === 'failed' && answer.effect
    }
    expect(await effectOf(at('orderMarkAsPaid', 'order', 'note'))).toBe('unknown')
    expect(await effectOf(at('orderMarkAsPaid'))).toBe('none')
  })

  test.each([402, 404, 423])('a closed shop (%s) needs attention', async (status) => {
    standIn.failNext(/Install/, { status, body: { errors: 'Unavailable Shop' } })
    expect(await client()(readInstallQuery, {})).toMatchObject({
      code: 'shop-unavailable',
      retry: 'ask-a-person',
    })
  })

  test('the access token does not follow a redirect', async () => {
    const headers = { location: `${standIn.url}/elsewhere` }
    standIn.failNext(/Install/, { status: 301, headers })
    expect(await client()(readInstallQuery, {})).toMatchObject({
      code: 'shop-unavailable',
      retry: 'ask-a-person',
    })
    expect(asked('/elsewhere')).toEqual([])
  })

  test('a call to a silent shop times out', async () => {
    standIn.failNext(/MarkPaid/, 'silence')
    const ask = client({ calls: { address: standIn.url, timeoutMs: 50 } })
    expect(await ask(markPaidMutation, { id: shop.placeOrder().gid })).toMatchObject({
      code: 'unreachable',
      effect: 'unknown',
    })
  })

  test('an unreadable response is reported by path, without its values', async () => {
    const body = {
      data: { order: { id: 'gid://shopify/Order/1', createdAt: { of: 'ana@example.com' } } },
    }
    standIn.failNext(/OrderForPayment/, { status: 200, body })
    const answer = await readOrder(shop.placeOrder().gid)
    expect(answer).toMatchObject({ code: 'unreadable-answer', retry: 'ask-a-person' })
    expect(answer).toMatchObject({ detail: expect.stringContaining('order.createdAt') })
    expect(JSON.stringify(answer)).not.toContain('ana@example.com')
  })

  test('failures contain neither the token nor the variables', async () => {
    const accessToken = shop.access.token()
    const ask = client({ tokenOf: async () => ({ outcome: 'token', accessToken }) })
    const note = 'for Ana, ana@example.com'
    const input = { id: shop.placeOrder().gid, note, unknown: true }
    const errors = [{ message: `Variable $input was provided ${note}`, extensions: {} }]
    standIn.failNext(/OrderNote/, { status: 200, body: { errors } })
    standIn.failNext(/OrderNote/, { status: 400, body: { errors } })
    for (const answer of [
      await ask(setOrderNoteMutation, { input }),
      await ask(setOrderNoteMutation, { input }),
    ]) {
      expect(answer).toMatchObject({ outcome: 'failed', code: 'invalid', retry: 'permanent' })
      expect(JSON.stringify(answer)).not.toContain('Ana')
      expect(JSON.stringify(answer)).not.toContain(accessToken)
    }
  })
})

describe('rate limit points of a shop', () => {
  const spendAll = () =>
    Object.assign(shop.bucket, { available: 30, restoreRate: 1, at: performance.now() })

  test('two processes share the points of a shop', async () => {
    const { gid } = shop.placeOrder()
    spendAll()
    const one = client()
    const other = client()
    expect(await other(readInstallQuery, {})).toMatchObject({ outcome: 'done' })
    expect(await readOrder(gid, one)).toMatchObject({
      outcome: 'failed',
      code: 'throttled',
      retry: 'retry',
      effect: 'none',
    })
    expect(asked('OrderForPayment')).toEqual([])
  })

  test('concurrent calls never claim the same points', async () => {
    const budgets = createBudgets(db.query)
    const install = { shop: shop.name, api: 'admin', name: 'Install' } as const
    const left = { maximumAvailable: 2_000, currentlyAvailable: 250, restoreRate: 0.001 }
    await budgets.reconcile(install, 0, {
      requestedQueryCost: 100,
      actualQueryCost: 100,
      throttleStatus: left,
    })
    const taken = await Promise.all([1, 2, 3, 4].map(() => budgets.claim(install)))
    expect(taken.map(({ outcome }) => outcome).sort()).toEqual(['full', 'full', 'go', 'go'])
  })

  test('each shop has separate points', async () => {
    spendAll()
    await readOrder(shop.placeOrder().gid)
    shop = standIn.shop(`shop-${++latestShop}.myshopify.com`)
    expect(await readOrder(shop.placeOrder().gid)).toMatchObject({ outcome: 'done' })
  })
})
