import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_SECONDS, type Merchant, merchantOf } from '../../support/merchant.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { useAlertedWorld } from '../../support/use-world.ts'
import { connectTestStore, eventually, NOTIFY_SECRET } from '../../support/world.ts'

let shop: Shop
let apiKey: string
let merchant: Merchant
const world = useAlertedWorld()
beforeAll(async () => {
  shop = await startShop(NOTIFY_SECRET)
  apiKey = await connectTestStore(world.puente, { id: 'lejana', notifyUrl: shop.url })
  merchant = merchantOf(world, { apiKey, prefix: 'DAY' })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/lejana`,
    secret: 'whsec_test_sandbox',
  })
})
afterAll(() => shop.close())

const notifications = async (state: 'waiting' | 'told') =>
  (
    await world.api('GET', `/v1/notifications?state=${state}&limit=100`, undefined, {
      authorization: `Bearer ${apiKey}`,
    })
  ).body.data

describe('a store that is down for a day', () => {
  it('a one-day outage sends one message when it starts and one when it ends, and each order’s notifications arrive in sequence', async () => {
    await shop.close()
    const orders = [await merchant.paid(), await merchant.paid(), await merchant.paid()]
    await eventually(async () => {
      await world.pass(600, 600)
      return world.signed.length > 0
    })
    for (const { id } of orders.slice(0, 2)) {
      expect((await merchant.refundInFull(id)).body.refund.state).toBe('succeeded')
    }
    orders.push(await merchant.paid())
    await world.pass(22 * HOUR_SECONDS, HOUR_SECONDS / 2)
    expect(world.received()).toEqual([['alert.opened', 'shop_unreachable']])
    expect(world.signed[0]?.data).toMatchObject({
      orders: 3,
      money: [{ amount: '300.00', currency: 'HNL' }],
    })
    const waiting = await notifications('waiting')
    expect(waiting).toHaveLength(6)

    shop = await startShop(NOTIFY_SECRET, Number(new URL(shop.url).port))
    await eventually(async () => {
      await world.pass(60, 60)
      return (await notifications('waiting')).length === 0
    })
    const idsOf = (each: { message_id: string }) => each.message_id
    expect(new Set(shop.messages.map(({ id }) => id))).toEqual(new Set(waiting.map(idsOf)))
    expect(shop.messages).toHaveLength(6)
    expect(
      orders.map(({ id }) =>
        shop.messages.filter(({ order }) => order.id === id).map(({ type }) => type),
      ),
    ).toEqual([
      ['order.paid', 'order.voided'],
      ['order.paid', 'order.voided'],
      ['order.paid'],
      ['order.paid'],
    ])
    await world.pass(60)
    await eventually(async () => world.signed.length > 1)
    expect(world.received()).toEqual([
      ['alert.opened', 'shop_unreachable'],
      ['alert.closed', 'shop_unreachable'],
    ])
  })
})
