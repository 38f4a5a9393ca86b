import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepRefundEntry } from '../../adapters/shopify/tables/refund-entries.ts'
import { shopifyTables } from '../../adapters/shopify/tables/rows.ts'
import { OrderId } from '../../src/domain/ids.ts'
import { deleteOldRows, type Retention } from '../../src/payments/retention/delete-old-rows.ts'
import { eventOf, paymentAtGateway, unmatchedEvent } from '../support/gateway-events.ts'
import { DAY_SECONDS, type Merchant, merchantOf, pass, send } from '../support/merchant.ts'
import { reconcileNow } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'R' })
})
afterEach(() => settled(world))

const query = () => world.puente.ctx.db.query
const count = async (table: 'events' | 'task_failures'): Promise<number> =>
  Number(
    (
      await query()
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const shopTasks = async (): Promise<number> =>
  (await query().selectFrom('tasks').select('id').where('needs', '=', 'shop').execute()).length
const storedEvents = async (event: string): Promise<number> =>
  (
    await query()
      .selectFrom('events')
      .select('seq')
      .where('message_id', '=', JSON.parse(event).id)
      .execute()
  ).length
const hasMonth = async (at: Date): Promise<boolean> => {
  const name = `inbox_${at.toISOString().slice(0, 7).replace('-', '_')}`
  const { rows } = await sql`SELECT FROM pg_class WHERE oid = to_regclass(${name})`.execute(query())
  return rows.length > 0
}
const trim = (retention: Partial<Retention> = {}) =>
  deleteOldRows(world.puente.ctx, {
    eventDays: 90,
    taskDays: 30,
    attemptDays: 14,
    runDays: 400,
    timelineMonths: undefined,
    auditDays: undefined,
    ...retention,
  })

describe('old rows', () => {
  it('handled events and done tasks are deleted automatically, and orders and their timelines stay', async () => {
    const { id } = await merchant.paid()
    await settled(world)
    expect(await shopTasks()).toBe(1)
    const start = world.puente.ctx.clock.now()
    expect(await hasMonth(start)).toBe(true)
    const timeline = await merchant.timeline(id)
    await pass(world, 31 * DAY_SECONDS)
    await eventually(async () => (await shopTasks()) === 0)
    expect(await count('events')).toBeGreaterThan(0)
    await pass(world, 120 * DAY_SECONDS)
    await eventually(async () => (await count('events')) === 0)
    // A run that finds the tables busy leaves the month to the next run.
    await eventually(async () => {
      if (!(await hasMonth(start))) return true
      await pass(world, DAY_SECONDS)
      return false
    })
    expect((await merchant.read(id)).order.status).toBe('paid')
    expect(await merchant.timeline(id)).toEqual(timeline)
  })

  it('an unhandled event stays until it is handled', async () => {
    const start = world.puente.ctx.clock.now()
    await eventually(() => hasMonth(start))
    const event = unmatchedEvent()
    await send(world, event)
    await settled(world)
    // Simulates years without a worker.
    await query()
      .updateTable('inbox')
      .set({ received_at: new Date(0) })
      .execute()
    await sql`
      WITH undone AS (DELETE FROM inbox_outcomes RETURNING month, seq)
      INSERT INTO inbox_waiting (seq, month, source, store_id, state)
      SELECT seq, month, source, store_id, 'queued' FROM inbox JOIN undone USING (month, seq)`.execute(
      query(),
    )
    await trim()
    expect(await storedEvents(event)).toBe(1)
    await pass(world, 150 * DAY_SECONDS)
    await trim()
    expect(await storedEvents(event)).toBe(1)
    expect(await hasMonth(start)).toBe(true)
    await sql`
      WITH done AS (DELETE FROM inbox_waiting RETURNING month, seq)
      INSERT INTO inbox_outcomes (month, seq, outcome, handled_at)
      SELECT month, seq, 'foreign', now() FROM done`.execute(query())
    await trim()
    expect(await storedEvents(event)).toBe(0)
    expect(await hasMonth(start)).toBe(false)
  })

  it('a dead task keeps its event and failures as long as its alert is open', async () => {
    const event = JSON.stringify({ ...JSON.parse(unmatchedEvent()), data: 'unreadable' })
    await send(world, event)
    const problem: Json = await eventually(async () =>
      (await world.api('GET', '/v1/alerts')).body.data.find(
        ({ kind }: Json) => kind === 'task_given_up',
      ),
    )
    await pass(world, 200 * DAY_SECONDS)
    await trim()
    expect([await storedEvents(event), await count('task_failures')]).toEqual([1, 1])
    const dead = (await world.api('GET', '/v1/tasks')).body.data
    expect(dead).toMatchObject([{ id: problem.details.task_id, failures: [{ try: 1 }] }])

    await world.api('POST', `/v1/alerts/${problem.id}/close`)
    await trim()
    expect([await storedEvents(event), await count('task_failures')]).toEqual([0, 0])
    expect((await world.api('GET', '/v1/tasks')).body.data).toEqual([])
  })

  it('refund entries sent to Shopify are deleted after as many days as events', async () => {
    const now = world.puente.ctx.clock.now()
    for (const [refundId, days] of [
      ['ref_old', 91],
      ['ref_new', 89],
    ] as const) {
      const created_at = new Date(now.getTime() - days * DAY_SECONDS * 1_000)
      await keepRefundEntry(query(), {
        order_gid: 'gid://shopify/Order/1',
        refund_id: refundId,
        order_id: OrderId.parse('ord_1'),
        key: refundId,
        input: '{}',
        created_at,
        unanswered_at: created_at,
      })
    }
    await trim()
    const kept = await shopifyTables(query())
      .selectFrom('shopify_refund_entries')
      .select('key')
      .execute()
    expect(kept).toEqual([{ key: 'ref_new' }])
  })

  it('old reconciliations are deleted with their discrepancies, except those that an open alert cites', async () => {
    const [plain, inProblem] = [await reconcileNow(world), await reconcileNow(world)]
    await query()
      .insertInto('alerts')
      .values({
        store_id: TEST_STORE,
        kind: 'payment_without_order',
        subject: 'gateway:1',
        details: JSON.stringify({ run: inProblem.id }),
        opened_at: new Date(),
      })
      .execute()
    const statuses = async () =>
      Promise.all(
        [plain, inProblem].map(
          async ({ id }: Json) => (await world.api('GET', `/v1/reconciliations/${id}`)).status,
        ),
      )
    await pass(world, 3 * DAY_SECONDS)
    await trim({ runDays: 4 })
    expect(await statuses()).toEqual([200, 200])
    await trim({ runDays: 2 })
    expect(await statuses()).toEqual([404, 200])

    const { body } = await world.api('GET', '/v1/alerts')
    for (const { id } of body.data) await world.api('POST', `/v1/alerts/${id}/close`)
    await trim({ runDays: 2 })
    expect(await statuses()).toEqual([404, 404])
  })

  it('timelines are deleted only when the owner has set it', async () => {
    const { id } = await merchant.paid()
    await settled(world)
    await pass(world, 100 * DAY_SECONDS)
    await trim({ timelineMonths: 4 })
    expect((await merchant.timeline(id)).length).toBeGreaterThan(0)
    await trim({ timelineMonths: 2 })
    expect(await merchant.timeline(id)).toEqual([])
  })
})

describe('an event that is delivered again after months', () => {
  it('a repeated event of a declined or saved card does not notify the store again', async () => {
    const { id, gatewayId } = await merchant.open()
    const payment = await paymentAtGateway(world, gatewayId)
    const declined = eventOf(payment, 'failed')
    const saved = JSON.stringify({
      ...JSON.parse(unmatchedEvent()),
      type: 'payment_method.saved',
      data: { id: 'pm_of_long_ago', brand: 'visa', last_four: '1111', is_default: true },
    })
    await send(world, declined)
    await send(world, saved)
    await eventually(async () => merchant.notifications(id).length === 1)
    await eventually(async () => world.shop.savedCards.length === 1)
    await settled(world)
    await pass(world, 40 * DAY_SECONDS)
    await eventually(async () => (await shopTasks()) === 0)

    const requests = world.shop.requests()
    await send(world, declined)
    await send(world, saved)
    expect([await storedEvents(declined), await storedEvents(saved)]).toEqual([2, 2])
    await settled(world)
    expect(world.shop.requests()).toBe(requests)
    expect(merchant.notifications(id)).toEqual(['order.payment_failed'])
  })
})
