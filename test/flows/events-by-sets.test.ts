import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { deliverAsBatch } from '../support/inbox.ts'
import { pass } from '../support/merchant.ts'
import { idOfEvent, ordersOfEvents } from '../support/orders-of-events.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const world = useWorld()
let of: ReturnType<typeof ordersOfEvents>
beforeAll(() => {
  of = ordersOfEvents(world)
})

const hasFailed = (body: string) =>
  eventually(async () => {
    const task = await of.taskOf(body)
    return task?.last_error ? task : undefined
  })

describe('events that arrive together', () => {
  it('events of many orders are applied in one batch, once per order, without tasks', async () => {
    const orders = await of.newOrders(20)
    const bodies = orders.map(({ approval }) => approval)
    await deliverAsBatch(world, bodies)
    const sets = new Set(await Promise.all(bodies.map(of.appliedAt)))
    expect(sets.size).toBe(1)
    await settled(world)
    for (const { id } of orders) {
      expect(await of.statusOf(id)).toBe('paid')
      expect(of.merchant.notifications(id)).toEqual(['order.paid'])
    }
    for (const body of bodies) expect(await of.taskOf(body)).toBeUndefined()
  })

  it('one event stored in two months has one effect', async () => {
    const order = await of.newOrder()
    const body = order.approval
    await deliverAsBatch(world, [{ body, monthsAgo: 1 }, { body }])
    await of.isPaid(order.id)
    await settled(world)
    const kept = await of.keptAs(body)
    expect(kept.map(({ outcome }) => outcome)).toEqual(['applied', 'no-change'])
    expect(kept[0]?.handled_at).toEqual(kept[1]?.handled_at)
    expect(await of.appliedTo(order.id)).toEqual([idOfEvent(body)])
    expect(of.merchant.notifications(order.id)).toEqual(['order.paid'])
  })

  it('two events of one order are both applied, in the order of arrival', async () => {
    const order = await of.newOrder()
    const bodies = [
      eventOf(order.payment, 'approved'),
      eventOf(order.payment, { refundedSoFar: 30 }),
    ]
    await deliverAsBatch(world, bodies)
    expect(await of.appliedAt(bodies[0] ?? '')).toBe(await of.appliedAt(bodies[1] ?? ''))
    await settled(world)
    expect(await of.appliedTo(order.id)).toEqual(bodies.map(idOfEvent))
    const { order: read, payment, refunds } = await of.merchant.read(order.id)
    expect([read.status, payment.refunded_amount]).toEqual(['partially_refunded', '30.00'])
    expect(refunds).toMatchObject([{ amount: '30.00', state: 'succeeded', origin: 'portal' }])
    expect(of.merchant.notifications(order.id)).toEqual(['order.paid', 'order.partially_refunded'])
  })

  it('a decline keeps its amount if its event is repeated after the payment shows another', async () => {
    const order = await of.newOrder()
    const decline = eventOf(order.payment, 'failed')
    const approval = eventOf(order.payment, 'approved', { amount: 120, total: 120 })
    await deliverAsBatch(world, [{ body: decline, monthsAgo: 1 }, approval, { body: decline }])
    await settled(world)
    const declines = of.query().selectFrom('declines').select('amount_minor')
    const { amount_minor } = await declines
      .where('payment_id', '=', order.paymentId)
      .executeTakeFirstOrThrow()
    expect(amount_minor).toBe(100_00n)
    const { payment } = await of.merchant.read(order.id)
    expect(payment.amount).toBe('120.00')
  })

  it('events of two payments of one order make it paid twice, with one alert and one notification', async () => {
    const order = await of.newOrder()
    const { body } = await of.merchant.checkout(order.id, { amount: '150.00' })
    const second = await paymentAtGateway(world, body.payment.gateway_payment_id)
    await deliverAsBatch(world, [eventOf(second, 'approved'), order.approval])
    await settled(world)
    const { order: read, payments } = await of.merchant.read(order.id)
    expect([read.status, read.conflict]).toEqual(['paid', 'paid_twice'])
    expect(payments.map(({ state }: Json) => state)).toEqual(['paid', 'paid'])
    expect((await of.merchant.alertsOf(order.id)).map(({ kind }) => kind)).toEqual([
      'order_paid_twice',
    ])
    expect(of.merchant.notifications(order.id)).toEqual(['order.paid', 'order.attention_required'])
  })

  it('both payments are found when the gateway made two for one creation and their events arrive before its answer', async () => {
    const order = await of.newOrder()
    await of
      .query()
      .updateTable('payments')
      .set({ gateway_payment_id: null, state: 'intended' })
      .where('id', '=', order.paymentId)
      .execute()
    const spare = { ...order.payment, id: order.payment.id + 900_000 }
    await deliverAsBatch(world, [order.approval, eventOf(spare, 'approved')])
    await settled(world)
    const { order: read, payments } = await of.merchant.read(order.id)
    expect([read.status, read.conflict]).toEqual(['paid', 'paid_twice'])
    expect(payments.map(({ gateway_payment_id }: Json) => gateway_payment_id)).toEqual([
      String(order.payment.id),
      String(spare.id),
    ])
  })

  it('ten of eleven events of one order are applied together and the last one afterwards, without delay for another order', async () => {
    const [order, other] = [await of.newOrder(), await of.newOrder()]
    const declines = Array.from({ length: 10 }, () => eventOf(order.payment, 'failed'))
    const bodies = [...declines, order.approval]
    await deliverAsBatch(world, [...bodies, other.approval])
    await of.isPaid(order.id)
    const first = await of.appliedAt(bodies[0] ?? '')
    const times = await Promise.all(bodies.map(of.appliedAt))
    expect(times.slice(0, 10)).toEqual(Array(10).fill(first))
    expect(times[10]).toBeGreaterThan(Number(first))
    expect(await of.appliedTo(order.id)).toEqual(bodies.map(idOfEvent))
    await settled(world)
    expect(await of.statusOf(other.id)).toBe('paid')
  })

  it('the events of an order whose customer was erased keep their bodies until they are applied', async () => {
    const order = await of.newOrder()
    const erased = { people_erased_at: new Date() }
    await of.query().updateTable('orders').set(erased).where('external_id', '=', order.id).execute()
    const declines = Array.from({ length: 10 }, () => eventOf(order.payment, 'failed'))
    const bodies = [...declines, order.approval]
    await deliverAsBatch(world, bodies)
    await of.isPaid(order.id)
    await settled(world)
    expect(await of.appliedTo(order.id)).toEqual(bodies.map(idOfEvent))
    // The gateway's payload still names the erased customer.
    const ids = bodies.map(idOfEvent)
    const kept = of.query().selectFrom('events').select('body').where('message_id', 'in', ids)
    const words = new Set((await kept.execute()).map(({ body }) => body.toString()))
    expect([...words]).toEqual(['{}'])
  })
})

describe('an event that cannot be applied', () => {
  it('an event on which the rules throw is retried alone until it is dead with an alert, and all others are applied', async () => {
    const [order, ...others] = await of.newOrders(5)
    if (!order) throw new Error('no order')
    // The conflict's text throws on an unknown currency.
    const currencyIs = (currency: string) =>
      of
        .query()
        .updateTable('orders')
        .set({ currency })
        .where('external_id', '=', order.id)
        .execute()
    await currencyIs('ZZZ')
    const [before, atFault, after] = [
      eventOf(order.payment, 'failed'),
      order.approval,
      eventOf(order.payment, 'failed'),
    ]
    await deliverAsBatch(world, [before, ...others.map(({ approval }) => approval), atFault, after])
    for (const { id } of others) await of.isPaid(id)
    await of.appliedAt(before)
    await of.appliedAt(after)

    const task = await hasFailed(atFault)
    expect(task).toMatchObject({ state: 'ready', last_error: expect.stringContaining('ZZZ') })
    const { state, gateway_payment_id, paid_at } = await of
      .query()
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', order.paymentId)
      .executeTakeFirstOrThrow()
    expect([state, gateway_payment_id, paid_at]).toEqual([
      'pending',
      BigInt(order.payment.id),
      null,
    ])
    expect(await of.keptAs(atFault)).toMatchObject([{ state: 'queued', outcome: null }])
    const alerts = async (): Promise<Json[]> =>
      (await world.api('GET', '/v1/alerts')).body.data.filter(
        ({ details }: Json) => details.task_id === `tsk_${task.id}`,
      )
    expect(await alerts()).toEqual([])

    await of.query().updateTable('tasks').set({ tries: 9 }).where('id', '=', task.id).execute()
    await pass(world, 60 * 60)
    await eventually(async () => (await of.taskOf(atFault))?.state === 'dead')
    expect(await alerts()).toMatchObject([
      { kind: 'task_given_up', details: { task: 'apply-gateway-event' } },
    ])

    await currencyIs('HNL')
    expect((await world.api('POST', `/v1/tasks/tsk_${task.id}/replay`)).status).toBe(201)
    await of.isPaid(order.id)
    await settled(world)
    expect(await of.appliedTo(order.id)).toEqual([before, after, atFault].map(idOfEvent))
    expect(
      of.merchant.notifications(order.id).filter((type) => type === 'order.paid'),
    ).toHaveLength(1)
    expect(await alerts()).toEqual([])
  })

  it.each([
    ['at once', 'BEFORE UPDATE ON payments'],
    ['only when all is committed', 'AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED'],
  ])(
    'an event whose row violates a constraint, found %s, is retried alone until it can be applied, and the others need no task',
    async (...[, event]) => {
      const orders = await of.newOrders(9)
      const bodies = orders.map(({ approval }) => approval)
      const isAtFault = (_: unknown, index: number) => index === 4 || index === 8
      const refused = orders.filter(isAtFault).map(({ paymentId }) => paymentId)
      const permit = await refuseChangesOf(refused, event)
      await deliverAsBatch(world, bodies)
      for (const [index, { id }] of orders.entries()) {
        if (!isAtFault(id, index)) await of.isPaid(id)
      }
      for (const body of bodies.filter(isAtFault)) {
        expect(await hasFailed(body)).toMatchObject({ last_error: 'violates a rule' })
        expect(await of.keptAs(body)).toMatchObject([{ state: 'queued', outcome: null }])
      }
      for (const { id } of orders.filter(isAtFault)) {
        expect(await of.statusOf(id)).toBe('awaiting_payment')
        expect(await of.appliedTo(id)).toEqual([])
        expect(of.merchant.notifications(id)).toEqual([])
      }
      await permit()
      await pass(world, 60)
      for (const { id } of orders) await of.isPaid(id)
      await settled(world)
      for (const [index, { id }] of orders.entries()) {
        expect(await of.appliedTo(id)).toEqual([idOfEvent(bodies[index] ?? '')])
        expect(of.merchant.notifications(id)).toEqual(['order.paid'])
      }
      for (const body of bodies)
        expect((await of.taskOf(body))?.state).toBe(
          isAtFault(body, bodies.indexOf(body)) ? 'done' : undefined,
        )
    },
  )

  it('an unreadable event is dead with an alert, a replay applies it once it can be read, and the others are applied', async () => {
    const [order, ...others] = await of.newOrders(3)
    if (!order) throw new Error('no order')
    const good = order.approval
    const unreadable = JSON.stringify({ ...JSON.parse(good), data: { id: order.payment.id } })
    await deliverAsBatch(world, [...others.map(({ approval }) => approval), unreadable])
    for (const { id } of others) await of.isPaid(id)
    const dead = await eventually(async () => {
      const task = await of.taskOf(good)
      return task?.state === 'dead' && task
    })
    const alert = async (state: string): Promise<Json> =>
      (await world.api('GET', `/v1/alerts?state=${state}`)).body.data.find(
        ({ details }: Json) => details.task_id === `tsk_${dead.id}`,
      )
    expect(await alert('open')).toMatchObject({
      kind: 'task_given_up',
      details: { last_error: expect.stringContaining('unreadable event') },
    })
    expect(await of.keptAs(good)).toMatchObject([{ state: 'handled', outcome: 'unreadable' }])

    // Simulates an upgrade that can parse it.
    await of
      .query()
      .updateTable('inbox')
      .set({ body: Buffer.from(good) })
      .where('message_id', '=', idOfEvent(good))
      .execute()
    expect((await world.api('POST', `/v1/tasks/tsk_${dead.id}/replay`)).status).toBe(201)
    await of.isPaid(order.id)
    await settled(world)
    expect(of.merchant.notifications(order.id)).toEqual(['order.paid'])
    expect(await alert('open')).toBeUndefined()
    expect((await alert('closed')).closed_at).not.toBeNull()
  })
})

let rules = 0
const refuseChangesOf = async (paymentIds: readonly string[], event: string) => {
  const rule = sql.raw(`refuse_change_${++rules}`)
  await sql`CREATE FUNCTION ${rule}() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'violates a rule' USING ERRCODE = '23514'; END$$`.execute(of.query())
  const kind = sql.raw(event.includes('DEFERRED') ? 'CONSTRAINT TRIGGER' : 'TRIGGER')
  await sql`CREATE ${kind} ${rule} ${sql.raw(event)} FOR EACH ROW
    WHEN (NEW.id IN (${sql.join(paymentIds.map((id) => sql.lit(id)))}))
    EXECUTE FUNCTION ${rule}()`.execute(of.query())
  return () => sql`DROP FUNCTION ${rule} CASCADE`.execute(of.query())
}
