import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertedWorld, startAlertedWorld } from '../../support/alerted-world.ts'
import { HOUR_SECONDS, type Merchant, merchantOf } from '../../support/merchant.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { connectTestStore, eventually, NOTIFY_SECRET, type World } from '../../support/world.ts'

let alerted: AlertedWorld
let world: World
let shop: Shop
let apiKey: string
let merchant: Merchant
beforeAll(async () => {
  alerted = await startAlertedWorld()
  world = alerted.world
  shop = await startShop(NOTIFY_SECRET)
  apiKey = await connectTestStore(world.puente, { id: 'lejana', notifyUrl: shop.url })
  merchant = merchantOf(world, { apiKey, prefix: 'DAY' })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/lejana`,
    secret: 'whsec_test_sandbox',
  })
})
afterAll(async () => {
  await alerted.close()
  await shop.close()
})

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
      await alerted.pass(600, 600)
      return alerted.signed.length > 0
    })
    for (const { id } of orders.slice(0, 2)) {
      expect((await merchant.refundInFull(id)).body.refund.state).toBe('succeeded')
    }
    orders.push(await merchant.paid())
    await alerted.pass(22 * HOUR_SECONDS, HOUR_SECONDS / 2)
    expect(alerted.received()).toEqual([['alert.opened', 'shop_unreachable']])
    expect(alerted.signed[0]?.data).toMatchObject({
      orders: 3,
      money: [{ amount: '300.00', currency: 'HNL' }],
    })
    const waiting = await notifications('waiting')
    expect(waiting).toHaveLength(6)

    shop = await startShop(NOTIFY_SECRET, Number(new URL(shop.url).port))
    await eventually(async () => {
      await alerted.pass(60, 60)
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
    await alerted.pass(60)
    await eventually(async () => alerted.signed.length > 1)
    expect(alerted.received()).toEqual([
      ['alert.opened', 'shop_unreachable'],
      ['alert.closed', 'shop_unreachable'],
    ])
  })
})
