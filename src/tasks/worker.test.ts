import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useWorld } from '../../test/support/use-world.ts'
import { eventually } from '../../test/support/world.ts'
import { insertReplay } from '../db/events/replays.ts'
import { addTask, type NewTask } from '../db/tasks/outbox.ts'
import { OrderId, StoreId } from '../domain/ids.ts'
import { addMs, DAY } from '../runtime/clock.ts'
import { pauseUntilDue } from './pause-until-due.ts'

const world = useWorld()

const plan = async (task: Partial<NewTask>): Promise<bigint> => {
  const { db, clock, signals } = world.puente.ctx
  const now = clock.now()
  const nothing = {
    kind: 'none',
    needs: 'db' as const,
    storeId: StoreId.parse('tienda'),
    payload: {},
    runAt: now,
    now,
  }
  const uniqueKey = randomUUID()
  await addTask(db.query, { ...nothing, ...task, uniqueKey })
  signals.send('puente_work')
  const { id } = await db.query
    .selectFrom('tasks')
    .select('id')
    .where('unique_key', '=', uniqueKey)
    .executeTakeFirstOrThrow()
  return id
}
const tried = (id: bigint) =>
  eventually(() =>
    world.puente.ctx.db.query
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', id)
      .where('state', 'in', ['ready', 'done', 'dead'])
      .where('tries', '>', 0)
      .executeTakeFirst(),
  )

describe('tasks', () => {
  const postponed = (id: bigint) =>
    eventually(() =>
      world.puente.ctx.db.query
        .selectFrom('tasks')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'ready')
        .where('claims', '>', 0)
        .executeTakeFirst(),
    )

  it.each(['from-the-future', 'constructor', '__proto__', 'toString'])(
    'a task of the unknown kind %s is left to a newer process',
    async (kind) => {
      const task = await postponed(await plan({ kind }))
      expect(task).toMatchObject({ tries: 0, last_error: null })
      expect(task.run_at.getTime()).toBeGreaterThan(world.puente.ctx.clock.now().getTime())
    },
  )

  it('a task whose payload is of a newer version is left to a newer process', async () => {
    const payload = { paymentId: 'pay_of_nobody' }
    const task = await postponed(await plan({ kind: 'find-out-creation', payload, version: 2 }))
    expect(task).toMatchObject({ tries: 0, last_error: null })
  })

  it('a task that no newer process runs for a week is dead, with the reason', async () => {
    const now = addMs(world.puente.ctx.clock.now(), -8 * DAY)
    const task = await tried(await plan({ kind: 'from-the-past', now }))
    const last_error = 'unknown kind from-the-past, version 1'
    expect(task).toMatchObject({ state: 'dead', last_error })
    expect(task.ended_at).not.toBeNull()
  })

  it('a replay keeps the version of the payload', async () => {
    const now = addMs(world.puente.ctx.clock.now(), -8 * DAY)
    const task = await tried(await plan({ kind: 'from-the-past', now, version: 2 }))
    const replay = await insertReplay(world.puente.ctx.db.query, task, now)
    expect(replay.version).toBe(2)
  })

  it('a task that throws is retried later and keeps the error', async () => {
    const task = await tried(await plan({ kind: 'ask-gateway', payload: { nonsense: true } }))
    expect(task).toMatchObject({ state: 'ready', tries: 1 })
    expect(task.last_error).toContain('paymentId')
    expect(task.run_at.getTime()).toBeGreaterThan(world.puente.ctx.clock.now().getTime())
  })

  it('a task that meets locked rows is retried soon and never becomes dead', async () => {
    const { query } = world.puente.ctx.db
    const order = { id: 'locked', amount: '100.00', currency: 'HNL' }
    const { payment } = (await world.api('POST', '/v1/checkouts', { order })).body
    await sql`CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END$$`.execute(query)
    await sql`CREATE TRIGGER others BEFORE UPDATE ON payments EXECUTE FUNCTION deadlock()`.execute(
      query,
    )
    const id = await plan({ kind: 'ask-gateway', payload: { paymentId: payment.id } })
    await eventually(() =>
      query
        .selectFrom('task_failures')
        .select('try')
        .where('task_id', '=', id)
        .where('detail', '=', 'deadlock detected')
        .executeTakeFirst(),
    )
    await query.updateTable('tasks').set({ tries: 1_000 }).where('id', '=', id).execute()
    await eventually(() =>
      query
        .selectFrom('task_failures')
        .select('try')
        .where('task_id', '=', id)
        .where('try', '>', 1_000)
        .executeTakeFirst(),
    )
    await sql`DROP TRIGGER others ON payments`.execute(query)
    await eventually(async () => (await tried(id)).state === 'done')
  })

  it('a task about a missing row is done', async () => {
    const payload = { paymentId: 'pay_of_nobody' }
    for (const kind of ['ask-gateway', 'find-out-creation']) {
      expect(await tried(await plan({ kind, payload }))).toMatchObject({ state: 'done' })
    }
    const told = { ...payload, type: 'order.paid', messageId: 'msg_1' }
    const orderId = OrderId.parse('ord_of_nobody')
    const notify = { kind: 'notify-storefront', orderId, payload: told }
    expect(await tried(await plan(notify))).toMatchObject({ state: 'done' })
    const apply = { kind: 'apply-gateway-event', payload: { month: '2026-01-01', seq: '999999' } }
    expect(await tried(await plan(apply))).toMatchObject({ state: 'done' })
  })

  it('a future task waits and runs at its time', async () => {
    const { clock } = world.puente.ctx
    const runAt = addMs(clock.now(), 400)
    const payload = { paymentId: 'pay_of_nobody' }
    const id = await plan({ kind: 'find-out-creation', payload, runAt })
    const { ctx } = world.puente
    expect(await pauseUntilDue(ctx, { inBatches: false })).toBeLessThanOrEqual(400)
    await tried(id)
    const late = clock.now().getTime() - runAt.getTime()
    expect(late).toBeGreaterThanOrEqual(0)
  })

  it('a hundred concurrent tasks each run once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        plan({ kind: 'find-out-creation', payload: { paymentId: `pay_of_nobody_${index}` } }),
      ),
    )
    for (const id of ids) await tried(id)
    const rows = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .select(['state', 'tries', 'claims'])
      .where('id', 'in', ids)
      .execute()
    expect(rows).toEqual(ids.map(() => ({ state: 'done', tries: 1, claims: 1 })))
  })
})

describe('the test clock', () => {
  const move = async (body: unknown) => {
    const response = await fetch(`${world.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { now: string } }
  }

  it('the test clock moves by seconds or to an instant, for all readers', async () => {
    const before = world.puente.ctx.clock.now().getTime()
    const { body } = await move({ advance_seconds: 3_600 })
    expect(new Date(body.now).getTime() - before).toBeGreaterThanOrEqual(3_600_000)
    const moved = await move({ now: '2030-01-01T00:00:00-06:00' })
    expect(moved.body.now).toMatch(/^2030-01-01T06:00:0/)
    const { now } = (await (await fetch(`${world.url}/test/clock`)).json()) as { now: string }
    expect(now).toMatch(/^2030-01-01T06:00:0/)
  })

  it.each([{}, { advance_seconds: 'x' }, { now: 'tomorrow' }, { advance_seconds: 9e15 }])(
    'the test clock refuses %j',
    async (body) => {
      const before = world.puente.ctx.clock.now().getTime()
      expect((await move(body)).status).toBe(422)
      expect(world.puente.ctx.clock.now().getTime() - before).toBeLessThan(60_000)
    },
  )
})
