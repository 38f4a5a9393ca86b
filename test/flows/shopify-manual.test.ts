import { beforeAll, describe, expect, it } from 'vitest'
import { fetchPayLink } from '../../adapters/shopify/extension/src/fetch-pay-link.ts'
import type { OrderRow } from '../../src/db/db.ts'
import { findOrderOfStore } from '../../src/db/orders/orders.ts'
import { paymentsOfOrder } from '../../src/db/payments/payments.ts'
import { refundsOfOrder } from '../../src/db/payments/refunds.ts'
import { addTask } from '../../src/db/tasks/outbox.ts'
import { OrderId, StoreId } from '../../src/domain/ids.ts'
import { newSyncStoreOrderTask } from '../../src/payments/ports/tasks/sync-store-order.ts'
import { resolveRefund } from '../../src/payments/refunds/resolve-refund.ts'
import { enqueueStorePolls } from '../../src/payments/store-sync/poll-store-changes.ts'
import { keepApiKey } from '../../src/payments/stores/api-keys.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { HOUR_SECONDS, pass, setSandbox } from '../support/merchant.ts'
import { reconcileNow, summaryOf } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import type { NewOrder } from '../support/shopify/books.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { moneyOf } from '../support/shopify/stored-order.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const GATEWAY_SECRET = 'whsec_test_sandbox'

let shop: StandInShop
let store: string
const world = useShopifyWorld()
beforeAll(async () => {
  const connected = await world.connectedShop('cafe')
  shop = connected.shop
  store = connected.store
  Object.assign(shop.bucket, { maximum: 1_000_000, available: 1_000_000, restoreRate: 100_000 })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${store}`,
    secret: GATEWAY_SECRET,
  })
  await decide({})
})

const query = () => world.puente.ctx.db.query
const giveApiKey = () => {
  const { ids, clock } = world.puente.ctx
  const key = { storeId: StoreId.parse(store), name: 'of a test', apiKey: 'key-of-the-shop' }
  return keepApiKey({ query: query(), ids, now: clock.now() }, key)
}
const decide = async (platform: object) => {
  const policy = JSON.stringify({ reconcile: { nightly: false }, platform })
  await query()
    .updateTable('stores')
    .set({ policy })
    .where('id', '=', StoreId.parse(store))
    .execute()
}
const orderOf = (id: string): Promise<OrderRow | undefined> =>
  findOrderOfStore(query(), StoreId.parse(store), id)
const orderWhen = (id: string, status: OrderRow['status']): Promise<OrderRow> =>
  eventually(async () => {
    const order = await orderOf(id)
    return order?.status === status && order
  })
const alertsOf = async (id: string): Promise<string[]> => {
  const order = await orderOf(id)
  const rows = await query()
    .selectFrom('alerts')
    .select('kind')
    .where('order_id', '=', OrderId.parse(order?.id ?? ''))
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ kind }) => kind)
}
const linkOf = (id: string): string | undefined => {
  const kept = shop.order(id).metafields.get('$app.payment')
  return kept && JSON.parse(kept).url
}

const placed = async (order: NewOrder = {}): Promise<{ id: string; payUrl: string }> => {
  const { id } = shop.placeOrder(order)
  await shop.webhooks.deliver()
  return { id, payUrl: await eventually(async () => linkOf(id) ?? false) }
}
const open = async (payUrl: string) => {
  const response = await fetch(payUrl, { redirect: 'manual', headers: { 'accept-language': 'es' } })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  }
}
const paid = async (order: NewOrder = {}) => {
  const { id, payUrl } = await placed(order)
  const { location } = await open(payUrl)
  const { transaction_id: transactionId = '' } = await world.pay(location)
  await orderWhen(id, 'paid')
  await eventually(async () => moneyOf(shop.order(id)).outstanding === 0n)
  await shop.webhooks.deliver()
  return { id, payUrl, transactionId }
}
const given = (id: string) => moneyOf(shop.order(id)).refunded
const refunds = async (id: string) =>
  refundsOfOrder(query(), OrderId.parse((await orderOf(id))?.id ?? ''))

describe('an order with a manual payment method', () => {
  it('the order is paid by its pay link, and refunded in part from Shopify and from the portal', async () => {
    const { id, transactionId } = await paid({ total: '125.50', note: 'Sin azúcar' })
    expect(shop.order(id).note).toContain('Sin azúcar')
    expect(moneyOf(shop.order(id))).toMatchObject({ received: 12_550n })

    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, '25.50')
    await shop.webhooks.deliver({ repeated: true })
    await orderWhen(id, 'partially_refunded')
    await eventually(async () => shop.order(id).note?.includes('reembolsó 25.50 HNL') ?? false)

    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 10 })
    await eventually(async () => given(id) === 3_550n)
    // The webhook of Puente's own refund is a no-op.
    await shop.webhooks.deliver({ repeated: true })
    await eventually(async () => (await refunds(id)).every(({ state }) => state === 'succeeded'))
    expect((await refunds(id)).map(({ origin, amount_minor }) => [origin, amount_minor])).toEqual([
      ['store', 2_550n],
      ['portal', 1_000n],
    ])
    expect(shop.order(id).refunds).toHaveLength(2)
    expect(await alertsOf(id)).toEqual([])
  })

  it('the cash part of an order paid by card and in cash is refunded without a refund to the card', async () => {
    const { id } = await paid({ total: '100.00' })
    await world.control('/sandbox/settle', {})
    shop.editInAdmin(id, '130.00')
    shop.markPaidInAdmin(id, { gateway: 'manual' })
    shop.refundInAdmin(id, '30.00')
    await shop.webhooks.deliver({ repeated: true })
    await enqueueStorePolls(world.puente.ctx)
    // The card's part stays refundable after the cash refund.
    shop.refundInAdmin(id, '20.00', { isOfFirst: true })
    await shop.webhooks.deliver()
    await orderWhen(id, 'partially_refunded')
    await eventually(async () => (await refunds(id)).every(({ state }) => state === 'succeeded'))
    expect((await refunds(id)).map(({ amount_minor }) => amount_minor)).toEqual([2_000n])
    expect(given(id)).toBe(5_000n)
    expect(await alertsOf(id)).toEqual([])
  })

  it('an order that is opened in two tabs is charged once', async () => {
    const { id, payUrl } = await placed()
    const [one, other] = await Promise.all([open(payUrl), open(payUrl)])
    expect(one.location).toBe(other.location)
    await world.pay(one.location)
    const order = await orderWhen(id, 'paid')
    expect(await paymentsOfOrder(query(), order.id)).toHaveLength(1)
    await eventually(async () => moneyOf(shop.order(id)).received === 10_000n)
  })

  it('an order with another payment method is not imported', async () => {
    const { id: other } = shop.placeOrder({ method: 'Bank Deposit' })
    await placed()
    expect(await orderOf(other)).toBeUndefined()
  })

  it('an order whose webhook was lost is found by the poll for changes', async () => {
    const { id } = shop.placeOrder()
    shop.webhooks.due.length = 0
    await enqueueStorePolls(world.puente.ctx)
    await eventually(async () => linkOf(id) !== undefined)
  })
})

describe('a shop that was tried out and went live', () => {
  it('an order that Shopify fails to load is retried alone, and delays no other', async () => {
    const bad = shop.placeOrder()
    shop.failing.add(bad.id)
    const good = shop.placeOrder()
    shop.order(good.id).updatedAt = addMs(world.puente.ctx.clock.now(), 1_000).toISOString()
    shop.webhooks.due.length = 0
    await enqueueStorePolls(world.puente.ctx)
    await orderWhen(good.id, 'awaiting_payment')
    await settled(world)
    expect(await orderOf(bad.id)).toBeUndefined()
    shop.failing.clear()
    await pass(world, 60)
    await orderWhen(bad.id, 'awaiting_payment')
  })

  it('each order belongs to one store, so that no buyer pays a real one with a test card, or twice', async () => {
    const { shop: both, people } = await world.connectedShop('dos')
    const ordersOf = async (storeId: string) => {
      const rows = await query()
        .selectFrom('orders')
        .select('external_id')
        .where('store_id', '=', StoreId.parse(storeId))
        .execute()
      return rows.map(({ external_id }) => external_id)
    }
    const tried = both.placeOrder()
    await both.webhooks.deliver()
    await eventually(async () => both.order(tried.id).metafields.has('$app.payment'))
    await people.connect({ secret_key: 'sk_live_sandbox', publishable_key: 'pk_live_sandbox' })

    const [told, lost] = [both.placeOrder(), both.placeOrder()]
    both.webhooks.due.pop()
    await both.webhooks.deliver()
    await enqueueStorePolls(world.puente.ctx)
    await settled(world)
    const confirmation = `C${told.name.slice(1)}`
    const token = both.access.sessionToken({ dest: both.name, iss: undefined })
    const shown = await fetchPayLink(
      `${world.url}/`,
      { id: told.gid, confirmation },
      async () => token,
    )
    expect(await ordersOf('dos')).toEqual([tried.id])
    expect((await ordersOf('dos-live')).sort()).toEqual([told.id, lost.id].sort())
    const { url } = JSON.parse(both.order(told.id).metafields.get('$app.payment') ?? '{}')
    expect(shown).toMatchObject({ state: 'payable', pay_url: url })
  })
})

describe('an unreadable order of Shopify', () => {
  it('an unreadable order opens an alert, and its buyer sees no button', async () => {
    const { id } = shop.placeOrder()
    const { transactions } = shop.order(id)
    const [pending] = transactions
    for (let n = 1; pending && n < 200; n++) {
      transactions.push({ ...pending, id: `${pending.id}${n}`, status: 'FAILURE' })
    }
    await shop.webhooks.deliver()
    const isBeforeAPerson = async () => {
      const rows = await query()
        .selectFrom('alerts')
        .select('details')
        .where('kind', '=', 'store_data_unreadable')
        .where('closed_at', 'is', null)
        .execute()
      return rows.some(({ details }) => details.order === id)
    }
    await eventually(isBeforeAPerson)
    transactions.splice(1)
    shop.books.touch(shop.order(id))
    shop.webhooks.due.length = 0
    await enqueueStorePolls(world.puente.ctx)
    await eventually(async () => linkOf(id) !== undefined)
    await eventually(async () => !(await isBeforeAPerson()))
  })
})

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

describe('a refund that the merchant enters in Shopify', () => {
  it('a full refund before the settlement is a void', async () => {
    const { id } = await paid()
    shop.refundInAdmin(id, '100.00')
    await shop.webhooks.deliver()
    await orderWhen(id, 'voided')
    expect(shop.order(id).refunds).toHaveLength(1)
  })

  it('both of two concurrent refunds are made', async () => {
    const { id } = await paid()
    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, '25.00')
    shop.refundInAdmin(id, '10.00')
    await shop.webhooks.deliver({ reversed: true })
    await eventually(async () => (await refunds(id)).some(({ state }) => state === 'succeeded'))
    await pass(world, 2 * 60)
    await eventually(async () => {
      const done = (await refunds(id)).filter(({ state }) => state === 'succeeded')
      return done.length === 2
    })
    expect(await orderOf(id)).toMatchObject({ status: 'partially_refunded' })
    expect(shop.order(id).refunds).toHaveLength(2)
  })

  it('a refund of an order that Shopify no longer shows opens an alert, because it is not made', async () => {
    const { id } = await paid()
    shop.refundInAdmin(id, '10.00')
    const order = shop.order(id)
    shop.books.orders.delete(id)
    await shop.webhooks.deliver()
    await eventually(async () => (await alertsOf(id)).includes('order_not_in_store'))
    expect(await orderOf(id)).toMatchObject({ status: 'paid' })
    // Simulates a grant of read_all_orders.
    shop.books.orders.set(id, order)
    shop.books.touch(order)
    await shop.webhooks.deliver()
    await eventually(async () => !(await alertsOf(id)).includes('order_not_in_store'))
    await eventually(async () => (await refunds(id)).length === 1)
  })

  it('a refund above the refundable rest opens an alert', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, '15.00')
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 90 })
    await eventually(async () => given(id) === 10_000n)
    await shop.webhooks.deliver()
    await eventually(async () => (await alertsOf(id)).includes('store_refund_not_possible'))
  })

  it('concurrent refunds of one amount in Shopify and in the portal are one refund, also when the portal’s event is lost', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    const lost = { on: 'payment.partially_refunded', fault: 'drop' }
    await setSandbox(world, 'faults', { next: [lost] })
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 50 })
    shop.refundInAdmin(id, '50.00')
    await shop.webhooks.deliver({ repeated: true })
    const order = await orderWhen(id, 'partially_refunded')
    const [refund, ...more] = await refunds(id)
    expect(refund).toMatchObject({ origin: 'portal', amount_minor: 5_000n, state: 'succeeded' })
    expect(more).toEqual([])
    expect(shop.order(id).refunds).toHaveLength(1)
    expect(await alertsOf(id)).toEqual([])
    expect((await paymentsOfOrder(query(), order.id))[0]?.refunded_minor).toBe(5_000n)
  })

  it('a refund with the reference of another one moves no money, and opens an alert', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 20 })
    await eventually(async () => given(id) === 2_000n)
    const [{ note } = { note: '' }] = shop.order(id).refunds
    shop.refundInAdmin(id, '20.00', { note })
    await pass(world, 11 * 60)
    await shop.webhooks.deliver()
    await eventually(async () => (await alertsOf(id)).includes('refund_outside_puente'))
    expect(await refunds(id)).toHaveLength(1)
  })
})

describe('a refund of Shopify that the gateway has already made', () => {
  const inPortal = async (amount: number) => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount })
    await eventually(async () => given(id) === BigInt(amount * 100))
    await shop.webhooks.deliver()
    await settled(world)
    return id
  }

  it('the answer "it was this one" to a refund that Puente has entered adds no entry, and a note names the excess', async () => {
    const id = await inPortal(10)
    await pass(world, 11 * 60)
    shop.refundInAdmin(id, '10.00')
    await shop.webhooks.deliver({ repeated: true })
    const waiting = await eventually(async () =>
      (await refunds(id)).find(({ needs_attention }) => needs_attention !== null),
    )
    const about = { storeId: StoreId.parse(store), orderExternalId: id, refundId: waiting.id }
    const answer = { resolution: 'already_made', refundLimit: undefined } as const
    const answered = await resolveRefund(world.puente.ctx, { ...about, ...answer })
    expect(answered.outcome).toBe('resolved')
    await settled(world)
    await shop.webhooks.deliver({ repeated: true })
    await settled(world)
    const [payment] = await paymentsOfOrder(query(), OrderId.parse((await orderOf(id))?.id ?? ''))
    expect(payment?.refunded_minor).toBe(1_000n)
    expect(shop.order(id).refunds).toHaveLength(2)
    expect(shop.order(id).note).toContain('Shopify muestra 10.00 HNL de más como reembolso')
    expect((await refunds(id)).map(({ origin, state }) => `${origin} ${state}`).toSorted()).toEqual(
      ['portal cancelled', 'store succeeded'],
    )
  })

  it('a repeated webhook does not send a refund that a restored database has lost', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 40 })
    // A refund from before the restore.
    shop.refundInAdmin(id, '40.00')
    await shop.webhooks.deliver({ repeated: true })
    await settled(world)
    await pass(world, 15 * 60)
    await settled(world)
    await shop.webhooks.deliver({ repeated: true })
    await settled(world)
    const [payment] = await paymentsOfOrder(query(), OrderId.parse((await orderOf(id))?.id ?? ''))
    expect(payment?.refunded_minor).toBe(4_000n)
    expect(shop.order(id).refunds).toHaveLength(1)
  })
})

describe('a refund that Puente enters in Shopify', () => {
  const inProgress = {
    refund: null,
    order: null,
    userErrors: [
      { field: null, message: 'This request is currently in progress, please try again.' },
    ],
  }
  const atPortal = (transactionId: string, amount: number) =>
    world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount })

  it('the refund is sent again unchanged while Shopify is still processing it', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    const body = { data: { refundCreate: inProgress } }
    world.standIn.failNext(/ Refund$/, { status: 200, body })
    await atPortal(transactionId, 30)
    await eventually(async () => world.standIn.pending() === 0)
    await pass(world, 60)
    await eventually(async () => given(id) === 3_000n)
    expect(shop.order(id).note).not.toContain('30.00 HNL')
    expect(await alertsOf(id)).toEqual([])
  })

  it('a refund that Shopify has refused is entered again once the order has room for it', async () => {
    const { id, transactionId } = await paid()
    await world.control('/sandbox/settle', {})
    // A concurrent refund leaves too little.
    world.standIn.onNext(/ Refund$/, () => shop.refundInAdmin(id, '60.00'))
    await atPortal(transactionId, 50)
    await eventually(async () => shop.order(id).note?.includes('50.00 HNL') ?? false)
    expect(given(id)).toBe(6_000n)
    await atPortal(transactionId, 10)
    await eventually(async () => given(id) === 10_000n)
  })
})

describe('a reconciliation with a Shopify shop', () => {
  const reconciled = async () => summaryOf(await reconcileNow(world, { apiKey: 'key-of-the-shop' }))

  it('a shop that lost a payment is notified of it again', async () => {
    await giveApiKey()
    const { id } = await paid()
    // Simulates a restored shop.
    const order = shop.order(id)
    order.transactions = order.transactions.filter(({ status }) => status === 'PENDING')
    expect(await reconciled()).toContain(`store_not_told repaired ${id}`)
    await eventually(async () => moneyOf(shop.order(id)).outstanding === 0n)
    expect(await reconciled()).not.toContain(`store_not_told repaired ${id}`)
  })
})

describe('an order that is not paid in time', () => {
  it('the order is cancelled and restocked in Shopify where the policy says so', async () => {
    await decide({ pay_within_hours: 4, expired: 'cancel', restock: true })
    const { id, payUrl } = await placed()
    await pass(world, 6 * HOUR_SECONDS)
    await orderWhen(id, 'cancelled')
    await eventually(async () => shop.order(id).cancelledAt !== null)
    expect(shop.order(id).restocked).toBe(true)
    expect((await open(payUrl)).status).toBe(410)
    await decide({})
  })
})

describe('an order that is checked before its payment deadline', () => {
  it('the order ends at its payment deadline, though it does not change in Shopify', async () => {
    await decide({ pay_within_hours: 40 })
    const { id } = shop.placeOrder()
    const { clock } = world.puente.ctx
    const runAt = addMs(clock.now(), 60_000)
    const about = { store_id: StoreId.parse(store), external_id: id }
    await addTask(query(), newSyncStoreOrderTask(about, { runAt, now: clock.now() }))
    await shop.webhooks.deliver()
    await orderWhen(id, 'awaiting_payment')
    // Each poll reads the last changed order again, so this order takes that place.
    shop.order(shop.placeOrder().id).updatedAt = addMs(clock.now(), 30 * 60_000).toISOString()
    await pass(world, HOUR_SECONDS)
    await settled(world)
    await pass(world, 40 * HOUR_SECONDS)
    await orderWhen(id, 'cancelled')
    await decide({})
  })
})

describe('an order whose payment deadline passes while its checkout is open', () => {
  const makeOverdue = async (id: string) => {
    const { clock } = world.puente.ctx
    shop.order(id).createdAt = addMs(clock.now(), -2 * HOUR_SECONDS * 1_000).toISOString()
    await decide({ pay_within_hours: 1, expired: 'cancel' })
  }

  it('the order is paid when its buyer has paid in time, though the event is lost', async () => {
    const { id, payUrl } = await placed()
    const { location } = await open(payUrl)
    await setSandbox(world, 'faults', { next: [{ on: 'payment.approved', fault: 'drop' }] })
    await world.pay(location)
    await makeOverdue(id)
    await open(payUrl)
    await eventually(async () => moneyOf(shop.order(id)).outstanding === 0n)
    expect(await orderOf(id)).toMatchObject({ status: 'paid', cancelled_at: null })
    expect(shop.order(id).cancelledAt).toBeNull()
  })

  it('the link ends immediately, and the order once the gateway confirms that it is unpaid', async () => {
    await decide({})
    const { id, payUrl } = await placed()
    await open(payUrl)
    await makeOverdue(id)
    await setSandbox(world, 'faults', { next: [{ on: 'GET /v1/payments/*', fault: 'error_503' }] })
    expect((await open(payUrl)).status).toBe(410)
    expect((await open(payUrl)).status).toBe(410)
    expect(await orderOf(id)).toMatchObject({ status: 'awaiting_payment', cancelled_at: null })
    await pass(world, 2 * HOUR_SECONDS)
    await orderWhen(id, 'cancelled')
    await eventually(async () => shop.order(id).cancelledAt !== null)
    await decide({})
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

  it('the extension gets the pay link, and retries while Shopify is still writing the order', async () => {
    const { id } = shop.placeOrder()
    const { order, confirmation } = asBuyer(id)
    world.standIn.failNext(/ OrderForPayment$/, { status: 503 }, 3)
    const token = shop.access.sessionToken({ dest: shop.name, iss: undefined })
    const answer = await fetchPayLink(
      `${world.url}/`,
      { id: order, confirmation },
      async () => token,
    )
    expect(answer).toMatchObject({ state: 'payable', amount: '100.00', currency: 'HNL' })
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

describe('a shop that has uninstalled the app', () => {
  it('the shop’s links end, and work again once the app is installed again', async () => {
    const { shop: other, people, store: otherStore } = await world.connectedShop('tetera')
    const { id } = other.placeOrder()
    await other.webhooks.deliver()
    const link = () => other.order(id).metafields.get('$app.payment')
    const payUrl = JSON.parse(await eventually(async () => link() ?? false)).url
    other.uninstall()
    await other.webhooks.deliver()
    await eventually(async () => {
      const { connection } = await query()
        .selectFrom('stores')
        .select('connection')
        .where('id', '=', StoreId.parse(otherStore))
        .executeTakeFirstOrThrow()
      return 'uninstalled_at' in connection
    })
    expect((await open(payUrl)).status).toBe(503)
    await people.install()
    expect((await open(payUrl)).status).toBe(303)
  })
})
