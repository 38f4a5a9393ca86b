import type { OrderRow } from '../../../src/db/db.ts'
import { findOrderOfStore } from '../../../src/db/orders/orders.ts'
import { refundsOfOrder } from '../../../src/db/payments/refunds.ts'
import { OrderId, StoreId } from '../../../src/domain/ids.ts'
import { keepApiKey } from '../../../src/payments/stores/api-keys.ts'
import type { NewOrder } from '../../support/shopify/books.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { useShopifyWorld, useStarted } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

const GATEWAY_SECRET = 'whsec_test_sandbox'

const store = 'cafe'

export const useManualPayments = () => {
  const world = useShopifyWorld()
  const shop = useStarted(async () => {
    const { shop } = await world.connectedShop(store)
    Object.assign(shop.bucket, { maximum: 1_000_000, available: 1_000_000, restoreRate: 100_000 })
    await world.control('/sandbox/endpoints', {
      environment: 'test',
      url: `${world.url}/webhooks/gateway/${store}`,
      secret: GATEWAY_SECRET,
    })
    await decide({})
    return shop
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
    const response = await fetch(payUrl, {
      redirect: 'manual',
      headers: { 'accept-language': 'es' },
    })
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

  return {
    world,
    shop,
    store,
    query,
    giveApiKey,
    decide,
    orderOf,
    orderWhen,
    alertsOf,
    linkOf,
    placed,
    open,
    paid,
    given,
    refunds,
  }
}
