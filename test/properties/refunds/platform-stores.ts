import { randomUUID } from 'node:crypto'
import { StoreId } from '../../../src/domain/ids.ts'
import { keepApiKey } from '../../../src/payments/stores/api-keys.ts'
import type { GatewayProxy } from '../../support/gateway-proxy.ts'
import { merchantOf } from '../../support/merchant.ts'
import { startShopifyWorld } from '../../support/shopify/shopify-world.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { startWooWorld, WOO_STORE } from '../../support/woo-world.ts'
import { eventually, type Json, startWorld, TEST_STORE, type World } from '../../support/world.ts'

export interface PaidOrder {
  id: string
  transactionId: string
}

export interface RefundingStore {
  world: World
  storeId: StoreId
  apiKey: string
  paid(): Promise<PaidOrder>
  /**
   * Returns a function that repeats the refund; `undefined` after a rejection, for example while
   * another refund waits.
   */
  refund(id: string, amount: string): Promise<(() => Promise<unknown>) | undefined>
  bookedMinor(id: string): bigint
}

const settingsOf = ({ url }: GatewayProxy) => ({ GATEWAY_BASE_URL: `${url}/v1` })

const minorOf = (decimal: string): bigint => BigInt(Math.round(Number(decimal) * 100))

const apiKeyOf = async ({ puente }: World, storeId: StoreId): Promise<string> => {
  const { ids, clock, db } = puente.ctx
  const apiKey = `key-of-${randomUUID()}`
  const key = { storeId, name: 'of a test', apiKey }
  await keepApiKey({ query: db.query, ids, now: clock.now() }, key)
  return apiKey
}

const headless = async (proxy: GatewayProxy): Promise<RefundingStore> => {
  const world = await startWorld(settingsOf(proxy))
  proxy.forwardTo(world.sandbox.url)
  const merchant = merchantOf(world, { prefix: `H${randomUUID().slice(0, 4)}` })
  return {
    world,
    storeId: TEST_STORE,
    apiKey: world.apiKey,
    paid: () => merchant.paid(),
    refund: async (id, amount) => {
      const key = randomUUID()
      const ask = () => merchant.refundInFull(id, { amount }, key)
      return (await ask()).status < 300 ? ask : undefined
    },
    bookedMinor: (id) => {
      const last = world.shop.messages.findLast(({ order }) => order.id === id)
      const made = last?.refunds.filter(({ state }: Json) => state === 'succeeded') ?? []
      return made.reduce((sum: bigint, { amount }: Json) => sum + minorOf(amount), 0n)
    },
  }
}

const woocommerce = async (proxy: GatewayProxy): Promise<RefundingStore> => {
  const world = await startWooWorld({ settings: settingsOf(proxy) })
  proxy.forwardTo(world.sandbox.url)
  const { woo, plugin } = world
  return {
    world,
    storeId: WOO_STORE,
    apiKey: await apiKeyOf(world, WOO_STORE),
    paid: async () => {
      const { id } = woo.newOrder()
      const { transaction_id: transactionId = '' } = await world.pay(await world.checkoutOf(id))
      await eventually(async () => woo.order(id).date_paid_gmt !== null)
      return { id: String(id), transactionId }
    },
    refund: async (id, amount) => {
      const order = woo.order(Number(id))
      const row = woo.books.book(order, { amount, reason: 'Roto' })
      const headers = { 'idempotency-key': `woocommerce-refund-${row.id}` }
      const body = { amount, currency: 'HNL', reason: 'Roto' }
      const ask = () => plugin('POST', `/v1/orders/${id}/refunds`, body, { headers })
      if ((await ask()).status < 300) return ask
      // WooCommerce deletes the row of a rejected refund.
      order.refunds.splice(order.refunds.indexOf(row), 1)
      return undefined
    },
    bookedMinor: (id) =>
      woo.order(Number(id)).refunds.reduce((sum, { amount }) => sum + minorOf(amount), 0n),
  }
}

const shopify = async (proxy: GatewayProxy): Promise<RefundingStore> => {
  const world = await startShopifyWorld(settingsOf(proxy))
  proxy.forwardTo(world.sandbox.url)
  const { shop, store } = await world.connectedShop('cafe')
  const storeId = StoreId.parse(store)
  Object.assign(shop.bucket, { maximum: 1_000_000, available: 1_000_000, restoreRate: 100_000 })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${store}`,
    secret: 'whsec_test_sandbox',
  })
  await world.puente.ctx.db.query
    .updateTable('stores')
    .set({ policy: JSON.stringify({ reconcile: { nightly: false } }) })
    .where('id', '=', storeId)
    .execute()
  return {
    world,
    storeId,
    apiKey: await apiKeyOf(world, storeId),
    paid: async () => {
      const { id } = shop.placeOrder()
      await shop.webhooks.deliver()
      const link = await eventually(async () => shop.order(id).metafields.get('$app.payment'))
      const opened = await fetch(JSON.parse(link).url, { redirect: 'manual' })
      const paying = await world.pay(opened.headers.get('location') ?? '')
      await eventually(async () => moneyOf(shop.order(id)).outstanding === 0n)
      await shop.webhooks.deliver()
      return { id, transactionId: paying.transaction_id ?? '' }
    },
    refund: async (id, amount) => {
      shop.refundInAdmin(id, amount)
      const webhook = shop.webhooks.due.find(({ topic }) => topic === 'refunds/create')
      await shop.webhooks.deliver()
      return async () => webhook && shop.webhooks.send(webhook)
    },
    bookedMinor: (id) => moneyOf(shop.order(id)).refunded,
  }
}

const STARTS = { headless, woocommerce, shopify }
export type StorePlatform = keyof typeof STARTS

export const startRefundingStore = (
  platform: StorePlatform,
  proxy: GatewayProxy,
): Promise<RefundingStore> => STARTS[platform](proxy)
