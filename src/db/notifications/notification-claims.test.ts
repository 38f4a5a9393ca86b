import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { OrderId, StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/log/log.ts'
import type { Db } from '../db.ts'
import { changeCircuit, deleteCircuit } from '../stores/circuits.ts'
import { addTask } from '../tasks/outbox.ts'
import { claimDueTasks, unclaimTasks } from '../tasks/task-claims.ts'
import { endDone } from '../tasks/task-ends.ts'
import { nextDueInMs } from '../tasks/task-rooms.ts'
import { claimNotifications } from './notification-claims.ts'

const log = createLog({ level: 'silent', service: 'test' })
const now = new Date('2026-05-31T12:00:00Z')
const PROCESS = 7

let db: Db
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query.deleteFrom('tasks').execute()
  await db.query.deleteFrom('message_times').execute()
})

let made = 0
const plan = async (
  store: string,
  { count = 1, order, age = 0 }: { count?: number; order?: string; age?: number } = {},
) => {
  for (let n = 0; n < count; n++) {
    await addTask(db.query, {
      kind: 'notify-storefront',
      needs: 'shop',
      storeId: StoreId.parse(store),
      orderId: OrderId.parse(order ?? `ord_${++made}`),
      payload: { made: ++made },
      runAt: addMs(now, -age),
      now: addMs(now, -age),
    })
  }
}
const claim = (at = now, { limit = 100, roomPerStore = 100 } = {}) =>
  claimNotifications(db.query, { now: at, processId: PROCESS, limit, roomPerStore })
const ordersOf = (claimed: Awaited<ReturnType<typeof claim>>) =>
  claimed.map(({ order_id }) => order_id)
const end = (claimed: Awaited<ReturnType<typeof claim>>) =>
  endDone(
    db.query,
    claimed.map(({ id, claims }) => ({ id, claims, at: now })),
  )
const openCircuit = (store: string, openUntil: Date | null) =>
  changeCircuit(db.query, `shop:${store}`, () => ({
    failures: 5,
    openings: 1,
    open_until: openUntil,
    asked_until: null,
    half_opened_at: null,
    failing_since: now,
    updated_at: now,
    last_error: null,
    paused_at: null,
  }))

describe('claims of notifications', () => {
  it('a claim starts a try of each task, without the job queue', async () => {
    await plan('tienda', { count: 3 })
    const taking = {
      now,
      processId: PROCESS,
      limit: 100,
      roomPerStore: 100,
      concurrencyPerStore: {},
    }
    expect(await claimDueTasks(db.query, taking)).toEqual([])
    const claimed = await claim()
    expect(claimed).toHaveLength(3)
    for (const { state, tries, claims, process_id } of claimed) {
      expect({ state, tries, claims, process_id }).toEqual({
        state: 'running',
        tries: 1,
        claims: 1,
        process_id: PROCESS,
      })
    }
    expect(await claim()).toEqual([])
  })

  it('a claim is fair over stores and prefers the tasks due first', async () => {
    await plan('busy', { count: 50 })
    await plan('quiet', { count: 3, age: 5 })
    const claimed = await claim(now, { limit: 20 })
    expect(claimed.filter(({ store_id }) => store_id === 'quiet')).toHaveLength(3)
    expect(claimed.filter(({ store_id }) => store_id === 'busy')).toHaveLength(10)
    const due = claimed.map(({ run_at }) => run_at.getTime())
    expect(due).toEqual(due.toSorted((one, other) => one - other))
  })

  it('a claim starves no store behind alphabetically earlier ones with a backlog', async () => {
    for (const store of ['a', 'b', 'c']) await plan(store, { count: 30 })
    await plan('z', { age: 1_000 })
    const claimed = await claim(now, { limit: 2 })
    expect(claimed.map(({ store_id }) => store_id)).toContain('z')
  })

  it("a claim bounds a store's tasks in flight and refills when they end", async () => {
    await plan('tienda', { count: 5 })
    const first = await claim(now, { roomPerStore: 3 })
    expect(first).toHaveLength(3)
    expect(await claim(now, { roomPerStore: 3 })).toEqual([])
    expect(await nextDueInMs(db.query, { now, inBatches: true })).toBe(0)
    await end(first)
    expect(await claim(now, { roomPerStore: 3 })).toHaveLength(2)
  })

  it('a claim takes one notification of an order at a time, oldest first', async () => {
    await plan('tienda', { order: 'ord_x', count: 3 })
    const made = await db.query.selectFrom('tasks').select('id').orderBy('id').execute()
    for (const { id } of made) {
      const claimed = await claim()
      expect(claimed.map((each) => each.id)).toEqual([id])
      expect(await claim()).toEqual([])
      await end(claimed)
    }
    expect(await claim()).toEqual([])
  })

  it('each notification gets a later timestamp than the previous one of its order', async () => {
    await plan('tienda', { order: 'ord_y', count: 2 })
    const [first] = await claim()
    expect(first?.message_at).toEqual(now)
    await end(first ? [first] : [])
    await db.query
      .updateTable('tasks')
      .set({ run_at: addMs(now, -9_000) })
      .execute()
    const [second] = await claim(addMs(now, -5_000))
    expect(second?.message_at).toEqual(addMs(now, 1))
  })

  it('a claim skips a store with an open circuit, then probes with one task, then resumes', async () => {
    await plan('down', { count: 4 })
    const openUntil = addMs(now, 60_000)
    await openCircuit('down', openUntil)
    expect(await claim()).toEqual([])
    expect(await nextDueInMs(db.query, { now, inBatches: true })).toBe(60_000)
    expect(await claim(openUntil)).toHaveLength(1)
    expect(await claim(openUntil)).toEqual([])
    await deleteCircuit(db.query, 'shop:down')
    expect(await claim(openUntil)).toHaveLength(3)
  })

  it('a task that a person wants tried passes the open circuit and precedes others of its order', async () => {
    await plan('down', { order: 'ord_z', count: 3 })
    await openCircuit('down', addMs(now, 60_000))
    const [, , wanted] = await db.query.selectFrom('tasks').select('id').orderBy('id').execute()
    if (!wanted) throw new Error('not planned')
    const tasks = db.query.updateTable('tasks').set({ passes_circuit: true })
    await tasks.where('id', '=', wanted.id).execute()
    const claimed = await claim()
    expect(claimed.map(({ id, passes_circuit }) => ({ id, passes_circuit }))).toEqual([
      { id: wanted.id, passes_circuit: true },
    ])
    // A put-back task is untried and still passes the circuit.
    await unclaimTasks(db.query, [{ ...wanted, claims: 1 }])
    expect(await claim()).toMatchObject([{ id: wanted.id, passes_circuit: true, tries: 1 }])
    await deleteCircuit(db.query, 'shop:down')
  })

  it('a store that catches up in order gets its oldest task only, and none while another path has it', async () => {
    await plan('turns', { order: 'ord_new', age: 10 })
    await plan('turns', { order: 'ord_old', age: 30 })
    await db.query.updateTable('tasks').set({ in_turn: true, run_at: now }).execute()
    const first = await claim()
    expect(ordersOf(first)).toEqual(['ord_old'])
    expect(await claim()).toEqual([])
    await end(first)
    const oldest = addMs(now, -20)
    const storeId = StoreId.parse('turns')
    const task = {
      kind: 'offer',
      needs: 'shop',
      storeId,
      payload: {},
      runAt: oldest,
      now: oldest,
    } as const
    await addTask(db.query, task)
    expect(await claim()).toEqual([])
    const taking = {
      now,
      processId: PROCESS,
      limit: 100,
      roomPerStore: 100,
      concurrencyPerStore: {},
    }
    expect(await claimDueTasks(db.query, taking)).toMatchObject([{ kind: 'offer' }])
  })

  it('concurrent claims hand each task to one process', async () => {
    await plan('tienda', { count: 60 })
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(now, { limit: 20 })))
    const ids = claims.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the end of notifications', () => {
  it('only the latest claim can end a notification and write its timeline entry', async () => {
    await plan('tienda', { order: 'ord_w' })
    const [first] = await claim()
    if (!first) throw new Error('not claimed')
    await db.query.updateTable('tasks').set({ claims: 2 }).execute()
    const line = {
      at: now,
      order_id: OrderId.parse('ord_w'),
      kind: 'storefront_told',
      details: { message: 'msg_1' },
    } as const
    const { id, claims } = first
    await endDone(db.query, [{ id, claims, at: now, line }])
    const lines = () => db.query.selectFrom('timeline').select(['kind', 'details']).execute()
    expect(await lines()).toEqual([])
    await endDone(db.query, [{ id, claims: 2, at: now, line, note: 'a word' }])
    expect(await lines()).toEqual([{ kind: 'storefront_told', details: { message: 'msg_1' } }])
    expect(await db.query.selectFrom('tasks').select(['state', 'note']).execute()).toEqual([
      { state: 'done', note: 'a word' },
    ])
  })
})
