import { beforeAll, expect, it } from 'vitest'
import { findOrderOfStore } from '../../src/db/orders/orders.ts'
import { StoreId } from '../../src/domain/ids.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { moneyOf } from '../support/shopify/stored-order.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'

let shop: StandInShop
let store: string
const world = useShopifyWorld({ PUBLIC_URL })
beforeAll(async () => {
  const connected = await world.connectedShop('cafe')
  shop = connected.shop
  store = connected.store
  const policy = JSON.stringify({ checkout_mode: 'card_page', reconcile: { nightly: false } })
  const { query } = world.puente.ctx.db
  await query.updateTable('stores').set({ policy }).where('id', '=', StoreId.parse(store)).execute()
})

const visit = (url: string, init: RequestInit = {}) =>
  fetch(url.replace(PUBLIC_URL, world.url), { redirect: 'manual', ...init })
const placed = async () => {
  const { id } = shop.placeOrder()
  await shop.webhooks.deliver()
  const kept = () => shop.order(id).metafields.get('$app.payment') ?? false
  const { url } = JSON.parse(await eventually(async () => kept()))
  return { id, payUrl: String(url) }
}
const pay = async (payUrl: string, amount: string): Promise<{ status: number; body: Json }> => {
  const card = cardOf(CARDS.approved)
  const asked = { publishable_key: 'pk_test_sandbox', card }
  const { payment_token } = await world.control('/sandbox/tokens', asked)
  const answer = await visit(`${payUrl}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_token, shown: { amount, currency: 'HNL' } }),
  })
  return { status: answer.status, body: await answer.json() }
}

it('a buyer pays the order’s current amount in Shopify on the card page', async () => {
  const { id, payUrl } = await placed()
  const link = await visit(payUrl)
  expect(link.headers.get('location')).toMatch(/\/card$/)
  expect(await (await visit(`${payUrl}/card`)).text()).toContain('100.00')
  shop.editInAdmin(id, '80.00')
  expect(await pay(payUrl, '100.00')).toMatchObject({ status: 409, body: { next: 'leave' } })
  expect(await pay(payUrl, '80.00')).toMatchObject({ status: 200 })
  await eventually(async () => moneyOf(shop.order(id)).received === 8_000n)
})

it('an open card page charges nothing for a cancelled order', async () => {
  const { id, payUrl } = await placed()
  expect((await visit(`${payUrl}/card`)).status).toBe(200)
  shop.cancelInAdmin(id)
  expect((await pay(payUrl, '100.00')).status).toBe(410)
  const order = await findOrderOfStore(world.puente.ctx.db.query, StoreId.parse(store), id)
  expect(order).toMatchObject({ status: 'cancelled', current_payment_id: null })
})

it('a card page charges nothing while the shop does not answer', async () => {
  const { payUrl } = await placed()
  world.standIn.failNext(/ OrderForPayment$/, { status: 503 }, 3)
  expect(await pay(payUrl, '100.00')).toMatchObject({ status: 503, body: { next: 'again' } })
})
