import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { blockWrites } from '../support/block-writes.ts'
import { eventOf } from '../support/gateway-events.ts'
import { deliverAsBatch } from '../support/inbox.ts'
import { idOfEvent, ordersOfEvents } from '../support/orders-of-events.ts'
import { partlyApplied } from '../support/partly-applied.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const world = useWorld()
// The second worker.
useStarted(async () =>
  startPuente({
    platforms,
    settings: { ...world.settings, PORT: await freePort(), ROLES: ['worker'] },
    databaseUrl: world.databaseUrl,
    log: createLog({ level: 'silent', service: 'test' }),
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    publicUrl: world.url,
  }),
)
const of = ordersOfEvents(world, { prefix: 'O' })

const pauseBatch = (table: 'payments' | 'refunds', fits: string) =>
  blockWrites(of.query(), world.databaseUrl, { table, fits })

const soldOnce = async (order: { id: string; approval: string }) => {
  expect(await of.appliedTo(order.id)).toEqual([idOfEvent(order.approval)])
  expect(of.merchant.notifications(order.id)).toEqual(['order.paid'])
}

describe('two processes that share the inbox', () => {
  it('the processes apply every event once, also events stored in two months', async () => {
    const orders = await of.newOrders(20)
    for (let from = 0; from < orders.length; from += 10) {
      const some = orders.slice(from, from + 10)
      const once = some.map(({ approval }) => ({ body: approval }))
      await deliverAsBatch(world, [...once, ...once.map((each) => ({ ...each, monthsAgo: 1 }))])
    }
    await settled(world)
    for (const order of orders) {
      await soldOnce(order)
      const outcomes = (await of.keptAs(order.approval)).map(({ outcome }) => outcome)
      expect(outcomes.toSorted()).toEqual(['applied', 'no-change'])
    }
    expect(await partlyApplied(of.query(), orders)).toEqual([])
  })

  it('an event that one process is applying is not applied by the other, and delays no other order', async () => {
    const [slow, other] = await of.newOrders(2)
    if (!slow || !other) throw new Error('no orders')
    const still = await pauseBatch('payments', `NEW.id = '${slow.paymentId}'`)
    await deliverAsBatch(world, [slow.approval])
    await still.reached()
    await deliverAsBatch(world, [{ body: slow.approval, monthsAgo: 1 }, other.approval])
    await of.isPaid(other.id)
    expect(await of.statusOf(slow.id)).toBe('awaiting_payment')
    await still.letGo()
    await of.isPaid(slow.id)
    await settled(world)
    for (const order of [slow, other]) await soldOnce(order)
    const outcomes = (await of.keptAs(slow.approval)).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['applied', 'no-change'])
  })
})

describe('a refund during a batch of events', () => {
  const settledOrder = async () => {
    const order = await of.merchant.paid()
    await world.control('/sandbox/settle', {})
    const { payment } = await of.merchant.read(order.id)
    return { ...order, paymentId: payment.id as string }
  }
  const half = { amount: '20.00', currency: 'HNL' }
  const bothRefunded = async ({ id }: { id: string }) => {
    const { payment } = await of.merchant.readWhen(
      id,
      ({ payment: now }) => now.refunded_amount === '50.00',
    )
    await settled(world)
    const [atGateway] = await of.merchant.atGateway(id)
    expect([payment.state, Number(atGateway.refunded_amount)]).toEqual(['partially_refunded', 50])
    const { refunds } = await of.merchant.read(id)
    const made = refunds.map(({ origin, amount, state }: Json) => [origin, amount, state])
    expect(made.toSorted()).toEqual([
      ['portal', '30.00', 'succeeded'],
      ['store', '20.00', 'succeeded'],
    ])
  }

  it('a refund waits for the event of its own order, and both count once', async () => {
    const order = await settledOrder()
    const still = await pauseBatch('payments', `NEW.id = '${order.paymentId}'`)
    const transaction_id = order.transactionId
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 30 })
    await still.reached()
    const refund = of.merchant.refundInFull(order.id, half)
    await still.isWaitedFor()
    await still.letGo()
    expect([201, 202]).toContain((await refund).status)
    await bothRefunded(order)
  })

  it('a refund delays only the event of its own order, while it is decided', async () => {
    const order = await settledOrder()
    const others = await of.newOrders(5)
    const still = await pauseBatch('refunds', `NEW.payment_id = '${order.paymentId}'`)
    let isAnswered = false
    const refund = of.merchant.refundInFull(order.id, half).then((answer) => {
      isAnswered = true
      return answer
    })
    await still.reached()
    const [atGateway] = await of.merchant.atGateway(order.id)
    const { transaction_id, paid_at } = atGateway
    const repeated = eventOf(atGateway, 'approved', { transaction_id, paid_at })
    await deliverAsBatch(world, [repeated, ...others.map(({ approval }) => approval)])
    for (const { id } of others) await of.isPaid(id)
    expect([isAnswered, (await of.keptAs(repeated))[0]?.handled_at]).toEqual([false, null])
    await still.letGo()
    expect([201, 202]).toContain((await refund).status)
    await of.appliedAt(repeated)
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 30 })
    await bothRefunded(order)
  })
})

describe('a batch of events that fails', () => {
  it('a batch that loses a deadlock leaves no changes, and is applied once a moment later', async () => {
    const orders = await of.newOrders(8)
    const [locked] = orders
    if (!locked) throw new Error('no order')
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    try {
      // The higher deadlock_timeout makes PostgreSQL abort the batch's transaction instead.
      await client.query(`SET search_path = puente; SET deadlock_timeout = '20s'; BEGIN`)
      await client.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [locked.paymentId])
      await deliverAsBatch(
        world,
        orders.map(({ approval }) => approval),
      )
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(of.query())
        return rows.length > 0
      })
      // Waits for the batch's rollback.
      await client.query('SELECT FROM orders WHERE external_id = $1 FOR UPDATE', [locked.id])
      expect(await partlyApplied(of.query(), orders)).toEqual([])
    } finally {
      await client.end()
    }
    for (const { id } of orders) await of.isPaid(id)
    await settled(world)
    for (const order of orders) await soldOnce(order)
    expect(await partlyApplied(of.query(), orders)).toEqual([])
  })

  it('a batch that loses its connection leaves no changes, and is applied once', async () => {
    const orders = await of.newOrders(8)
    const still = await pauseBatch('payments', `NEW.id = '${orders[7]?.paymentId}'`)
    await deliverAsBatch(
      world,
      orders.map(({ approval }) => approval),
    )
    const pid = await still.reached()
    const { rows } = await sql<{ done: boolean }>`
      SELECT pg_terminate_backend(${pid}) AS done`.execute(of.query())
    expect(rows).toEqual([{ done: true }])
    await still.letGo()
    expect(await partlyApplied(of.query(), orders)).toEqual([])
    for (const { id } of orders) await of.isPaid(id)
    await settled(world)
    for (const order of orders) {
      await soldOnce(order)
      expect(await of.taskOf(order.approval)).toBeUndefined()
    }
  })
})
