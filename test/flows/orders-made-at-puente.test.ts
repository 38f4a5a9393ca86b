import { describe, expect, it } from 'vitest'
import { getOrder } from '../../src/db/orders/orders.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import type { OrderId, StoreId } from '../../src/domain/ids.ts'
import { moneyFromDecimal } from '../../src/domain/money.ts'
import { catchUpSince } from '../../src/payments/facade/facade.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { createApiKey } from '../../src/payments/stores/api-keys.ts'
import { orderMadeAtPuente } from '../support/payment-request.ts'
import { reconcileNow, summaryOf } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { useWorld } from '../support/use-world.ts'
import { WOO_STORE } from '../support/woo-world.ts'
import { connectTestStore, eventually, TEST_STORE, type World } from '../support/world.ts'

const paid = async (world: World, storeId: StoreId) => {
  const made = await orderMadeAtPuente(world, storeId)
  await world.pay(made.checkoutUrl)
  await eventually(async () => (await statusOf(world, made.order.id)) === 'paid')
  await settled(world)
  return made
}

const statusOf = async (world: World, id: OrderId) =>
  (await getOrder(world.puente.ctx.db.query, id)).status

const refund = async (world: World, orderExternalId: string, storeId: StoreId) => {
  const { ctx } = world.puente
  const store = await findStore(ctx.db.query, storeId)
  if (!store) throw new Error('no store')
  await world.control('/sandbox/settle', {})
  const requested = await requestRefund(ctx, store, {
    orderExternalId,
    amount: moneyFromDecimal('20.50', 'HNL'),
    idempotencyKey: 'refund-of-a-request',
    origin: 'operator',
    refundLimit: undefined,
    refundDayLimit: undefined,
  })
  expect(requested.outcome).toBe('accepted')
}

describe('an order made at Puente for a WooCommerce store', () => {
  const { world, paid: paidInShop, openAlerts } = useWooShop()
  /** Polls for changes, health checks and webhooks name no order. */
  const callsAboutOrders = () =>
    world.woo.requests.filter((call) => !/^(GET (orders|)|\w+ webhooks.*)$/.test(call))

  it('an order made at Puente is paid, refunded and reconciled without any call to the store', async () => {
    await settled(world)
    world.woo.requests.length = 0
    const { order, payUrl } = await orderMadeAtPuente(world, WOO_STORE)
    const link = await fetch(payUrl, { redirect: 'manual' })
    await world.pay(link.headers.get('location') ?? '')
    await eventually(async () => (await statusOf(world, order.id)) === 'paid')
    await refund(world, order.external_id, WOO_STORE)
    await eventually(async () => (await statusOf(world, order.id)) === 'partially_refunded')
    const { query } = world.puente.ctx.db
    const now = world.puente.ctx.clock.now()
    await query.transaction().execute((trx) =>
      catchUpSince(trx, {
        storeId: WOO_STORE,
        since: order.created_at,
        occasion: 'store-back',
        now,
        syncs: true,
      }),
    )
    await settled(world)
    expect(callsAboutOrders()).toEqual([])
    expect(await statusOf(world, order.id)).toBe('partially_refunded')
    expect(await openAlerts()).toEqual([])
  })

  it('a reconciliation compares an order of the store, and not the order made at Puente', async () => {
    const { order } = await paid(world, WOO_STORE)
    const ofShop = await paidInShop()
    world.woo.books.remove(world.woo.order(ofShop))
    const { ctx } = world.puente
    const deps = { query: ctx.db.query, ids: ctx.ids, now: ctx.clock.now() }
    const about = { storeId: WOO_STORE, name: 'reconciles', expiresAt: null }
    const apiKey = await createApiKey(deps, about)
    const report = await reconcileNow(world, { apiKey })
    expect(report).toMatchObject({ state: 'done', store_side: 'compared' })
    expect(summaryOf(report)).toEqual([`missing_in_store for_a_person ${ofShop}`])
    expect(await statusOf(world, order.id)).toBe('paid')
  })
})

describe('an order made at Puente for a shop with signed notifications', () => {
  const world = useWorld()

  it('an order made at Puente is notified with its source, and Puente does not ask the shop about it', async () => {
    const { url } = world.shop
    const apiKey = await connectTestStore(world.puente, {
      id: TEST_STORE,
      notifyUrl: url,
      ordersUrl: url,
    })
    const { order } = await paid(world, TEST_STORE)
    const { order: notified } = await world.shop.waitFor(({ type }) => type === 'order.paid')
    expect(notified).toMatchObject({ id: order.external_id, source: 'request', status: 'paid' })
    const before = world.shop.requests()
    const report = await reconcileNow(world, { apiKey })
    expect(report).toMatchObject({ state: 'done', store_side: 'compared' })
    expect(summaryOf(report)).toEqual([])
    expect(world.shop.requests()).toBe(before)
  })
})
