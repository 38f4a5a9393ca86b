import { beforeAll, describe, expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { HOUR_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { startShop } from '../support/shop.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, NOTIFY_SECRET } from '../support/world.ts'

let apiKey: string
const world = useWorld()
const downShop = useStarted(() => startShop(NOTIFY_SECRET))
beforeAll(async () => {
  apiKey = await connectTestStore(world.puente, { id: 'caida', notifyUrl: downShop.url })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/caida`,
    secret: 'whsec_test_sandbox',
  })
})

describe('a store that is down', () => {
  it('the circuit of a store that is down opens, all its notifications arrive later, and no other store is delayed', async () => {
    const down = merchantOf(world, { apiKey, prefix: 'K' })
    const other = merchantOf(world, { prefix: 'O' })
    downShop.answerNext(Array(30).fill(503))
    const orders: { id: string }[] = []
    for (let n = 0; n < 20; n++) orders.push(await down.paid())
    const circuit = () =>
      world.puente.ctx.db.query
        .selectFrom('circuits')
        .selectAll()
        .where('name', '=', 'shop:caida')
        .where('open_until', 'is not', null)
        .executeTakeFirst()
    await eventually(circuit)
    const askedUntilNow = downShop.requests()
    expect(askedUntilNow).toBeLessThan(20)

    const { id } = await other.paid()
    await world.shop.waitFor(({ order }) => order.id === id)
    expect(downShop.requests()).toBe(askedUntilNow)

    await eventually(async () => {
      await pass(world, HOUR_SECONDS)
      return orders.every((order) => downShop.messages.some((told) => told.order.id === order.id))
    })
    expect(await circuit()).toBeUndefined()
  })
})

describe('a store whose order row is locked', () => {
  it('a locked order delays no other store, however many of its events arrive', async () => {
    const busy = merchantOf(world, { apiKey, prefix: 'B' })
    const other = merchantOf(world, { prefix: 'O' })
    const held = await busy.open()
    const payment = await paymentAtGateway(world, held.gatewayId)
    const client = await world.puente.ctx.db.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM orders WHERE external_id = $1 FOR UPDATE', [held.id])
      const events = Array.from({ length: 40 }, () => eventOf(payment, 'failed'))
      for (const body of events) await deliver(world.url, { body, store: 'caida' })

      const { id } = await other.paid()
      await world.shop.waitFor(({ order }) => order.id === id)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
