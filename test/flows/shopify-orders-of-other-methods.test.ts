import { expect, it } from 'vitest'
import { shopifyTables } from '../../adapters/shopify/tables/rows.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const world = useShopifyWorld()

it('150 orders with other payment methods cost one call for each new name, and the next order does not wait for points', async () => {
  const { shop } = await world.connectedShop('cafe')
  // The rate limit of a small plan.
  Object.assign(shop.bucket, { maximum: 1_000, available: 1_000, restoreRate: 100 })
  await shopifyTables(world.puente.ctx.db.query).deleteFrom('shopify_budgets').execute()
  const methods = ['shopify_payments', 'Bank Deposit', 'paypal', 'niubiz', 'Efectivo']
  for (let n = 0; n < 150; n++) {
    const method = methods[n % methods.length] ?? ''
    const { id } = shop.placeOrder({ method, isManual: n % methods.length !== 3 })
    shop.markPaidInAdmin(id)
    shop.refundInAdmin(id, '1.00')
  }
  const topics = ['orders/create', 'refunds/create']
  const foreign = shop.webhooks.due.splice(0).filter(({ topic }) => topics.includes(topic))
  while (foreign.length > 0) {
    await Promise.all(foreign.splice(0, 20).map((webhook) => shop.webhooks.send(webhook)))
  }
  const { id } = shop.placeOrder()
  await shop.webhooks.deliver()
  // The webhook backlog is drained first and leaves enough points.
  await eventually(async () => shop.order(id).metafields.get('$app.payment'))
  const spent = world.standIn.requests.filter((name) => / OrderForPayment$/.test(name)).length
  // Two new names, and our own order's read and link.
  expect(spent).toBeLessThanOrEqual(6)
})
