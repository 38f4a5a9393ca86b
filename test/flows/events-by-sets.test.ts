import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DbQuery } from '../../src/db/db.ts'
import type { WaitingMessage } from '../../src/db/inbox.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { applyGatewayEvents } from '../../src/payments/inbound/apply-gateway-event.ts'
import { deliver, eventOf, type HistoryStep, paymentAtGateway } from '../support/gateway-events.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const world = useWorld()

/** Orders with a payment at the gateway each; the payments are not touched there. */
const newOrders = (name: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const id = `${name}-${n}`
      const order = { id, amount: '100.00', currency: 'HNL' }
      const { body } = await world.api('POST', '/v1/checkouts', { order })
      const payment = await paymentAtGateway(world, body.payment.gateway_payment_id)
      return { id, paymentId: body.payment.id as string, payment }
    }),
  )
const statusOf = async (id: string) =>
  (await world.api('GET', `/v1/orders/${id}`)).body.order.status
const soldTo = (id: string) =>
  world.shop.messages.filter(({ order, type }) => order.id === id && type === 'order.paid')

/** Rejects every change of one payment for as long as it is there. */
const refuseChangesOf = async (paymentId: string) => {
  const { query } = world.puente.ctx.db
  await sql`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'violates a rule' USING ERRCODE = '23514'; END$$`.execute(query)
  await sql`CREATE TRIGGER refuse_change BEFORE UPDATE ON payments FOR EACH ROW
    WHEN (NEW.id = ${sql.lit(paymentId)}) EXECUTE FUNCTION refuse_change()`.execute(query)
  return () => sql`DROP FUNCTION refuse_change CASCADE`.execute(query)
}

describe('events that come in together', () => {
  it('of many orders are applied, each order once, without a task of their own', async () => {
    const orders = await newOrders('many', 30)
    await Promise.all(
      orders.flatMap(({ payment }) => {
        const body = eventOf(payment, 'approved')
        return [deliver(world.url, { body }), deliver(world.url, { body })]
      }),
    )
    await settled(world)
    for (const { id } of orders) {
      expect(await statusOf(id)).toBe('paid')
      expect(soldTo(id)).toHaveLength(1)
    }
    const tasks = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .select('id')
      .where('kind', '=', 'apply-gateway-event')
      .execute()
    expect(tasks).toEqual([])
  })

  it('are applied although one of them cannot be: that one is tried by itself until it can', async () => {
    const orders = await newOrders('fault', 9)
    const [atFault, ...others] = orders
    if (!atFault) throw new Error('no order')
    const permit = await refuseChangesOf(atFault.paymentId)
    await Promise.all(
      orders.map(({ payment }) => deliver(world.url, { body: eventOf(payment, 'approved') })),
    )
    for (const { id } of others) await eventually(async () => (await statusOf(id)) === 'paid')
    expect(await statusOf(atFault.id)).toBe('awaiting_payment')
    const { db } = world.puente.ctx
    const failed = () =>
      db.query
        .selectFrom('task_failures')
        .select('detail')
        .where('detail', 'like', '%violates a rule%')
        .executeTakeFirst()
    expect(await eventually(failed)).toBeDefined()
    await permit()
    await eventually(async () => (await statusOf(atFault.id)) === 'paid')
    await settled(world)
    for (const { id } of orders) expect(soldTo(id)).toHaveLength(1)
  })
})

class Undone extends Error {}

/** All rows that follow from events that are applied in sets of a size; nothing of it stays. */
const whatComesOf = async (
  bodies: readonly string[],
  size: number,
  prepare: (trx: DbQuery) => Promise<unknown> = async () => {},
): Promise<Record<string, string[]>> => {
  const { ctx } = world.puente
  let rows: Record<string, string[]> = {}
  const applying = ctx.db.query.transaction().execute(async (trx) => {
    await prepare(trx)
    const messages = await store(trx, bodies)
    for (let at = 0; at < messages.length; at += size) {
      for (let set = messages.slice(at, at + size); set.length > 0; ) {
        const applied = await applyGatewayEvents(trx, ctx, { messages: set })
        set = applied.events.flatMap(({ outcome, message }) =>
          outcome === 'later' ? [message] : [],
        )
      }
    }
    rows = await rowsIn(trx)
    throw new Undone()
  })
  await applying.catch((error) => {
    if (!(error instanceof Undone)) throw error
  })
  return rows
}

const store = async (trx: DbQuery, bodies: readonly string[]): Promise<WaitingMessage[]> => {
  const { rows } = await sql<WaitingMessage>`
    WITH stored AS (
      INSERT INTO inbox (month, source, store_id, message_id, body, received_at)
      SELECT date_trunc('month', now())::date, 'gateway', ${StoreId.parse('tienda')}, 'delivery ' || n,
        convert_to(body, 'UTF8'), now()
      FROM unnest(${bodies}::text[]) WITH ORDINALITY AS sent (body, n)
      RETURNING *
    ), waiting AS (
      INSERT INTO inbox_waiting (seq, month, source, store_id)
      SELECT seq, month, source, store_id FROM stored
      RETURNING seq, ctid::text AS place
    )
    SELECT month::text, seq::text, place, source, store_id, message_id, body, received_at
    FROM stored JOIN waiting USING (seq) ORDER BY stored.seq`.execute(trx)
  return rows
}

const TABLES = ['orders', 'payments', 'refunds', 'refund_events', 'alerts', 'tasks', 'timeline']

/** As text, without the moments and the numbers that every run has of its own. */
const rowsIn = async (trx: DbQuery): Promise<Record<string, string[]>> => {
  const rows: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows: found } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(each) AS row FROM ${sql.table(table)} each`.execute(trx)
    rows[table] = found.map(({ row }) => JSON.stringify(masked(row))).toSorted()
  }
  return rows
}

const masked = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) =>
        column !== 'seq' &&
        !(column === 'id' && typeof value === 'number') &&
        !(typeof value === 'string' && /^20\d\d-\d\d-\d\dT/.test(value) && column !== 'paid_at'),
    ),
  )

describe('the size of a set', () => {
  const steps = fc.constantFrom<HistoryStep>(
    ...(['approved', 'failed', 'expired', 'voided', 'refunded'] as const),
    { refundedSoFar: 30 },
    { refundedSoFar: 75.5 },
  )

  it('changes nothing of what events come to, in whatever order and however often they come', async () => {
    const orders = await newOrders('size', 12)
    await settled(world)
    const deliveries = fc.array(fc.record({ order: fc.nat(orders.length - 1), step: steps }), {
      minLength: 20,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(deliveries, fc.array(fc.nat(19), { maxLength: 6 }), async (sent, again) => {
        const bodies = sent.map(({ order, step }) => eventOf(orders[order]?.payment as never, step))
        for (const index of again) bodies.push(bodies[index] ?? '')
        const [alone, ...bySets] = [
          await whatComesOf(bodies, 1),
          await whatComesOf(bodies, 2),
          await whatComesOf(bodies, 50),
          await whatComesOf(bodies, 500),
        ]
        for (const bySet of bySets) expect(bySet).toEqual(alone)
      }),
      { numRuns: 8 },
    )
  }, 90_000)
})

describe('two payments that the gateway made of one creation', () => {
  it('are both seen, also when the events of both come before our answer, in one set', async () => {
    const [order] = await newOrders('twin', 1)
    if (!order) throw new Error('no order')
    await settled(world)
    const { id, paymentId, payment } = order
    const bodies = [payment, { ...payment, id: Number(payment.id) + 900_000 }].map((each) => {
      const event = JSON.parse(eventOf(each as typeof payment, 'approved'))
      event.data.metadata = { puente_payment: paymentId }
      return JSON.stringify(event)
    })
    const withoutAnswer = (trx: DbQuery) =>
      sql`UPDATE payments SET gateway_payment_id = NULL WHERE id = ${paymentId}`.execute(trx)
    for (const size of [1, 2]) {
      const { payments = [], orders = [] } = await whatComesOf(bodies, size, withoutAnswer)
      const paid = payments.filter(
        (row) => row.includes(`"order_id":"`) && row.includes(idOf(orders, id)),
      )
      expect(paid.filter((row) => row.includes('"state":"paid"'))).toHaveLength(2)
      expect(orders.find((row) => row.includes(`"external_id":"${id}"`))).toContain('paid_twice')
    }
  })

  const idOf = (orders: readonly string[], externalId: string): string =>
    JSON.parse(orders.find((row) => row.includes(`"external_id":"${externalId}"`)) ?? '{}').id
})
