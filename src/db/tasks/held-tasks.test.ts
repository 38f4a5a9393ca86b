import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { StoreId } from '../../domain/ids.ts'
import { connectStore } from '../../payments/stores/connect-store.ts'
import { addMs, systemClock } from '../../runtime/clock.ts'
import { createIds } from '../../runtime/ids.ts'
import { createLog } from '../../runtime/log/log.ts'
import { createSecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { Db } from '../db.ts'
import { changeCircuit, circuitName, deleteCircuit } from '../stores/circuits.ts'
import { findStore } from '../stores/stores.ts'
import {
  firstHeldTask,
  makeTaskDue,
  releaseHeldTasks,
  releaseRefundsOfStore,
} from './held-tasks.ts'
import { addTask } from './outbox.ts'
import { claimDueTasks, startTask } from './task-claims.ts'
import { endTask } from './task-ends.ts'

const log = createLog({ level: 'silent', service: 'test' })
const now = new Date('2026-05-31T12:00:00Z')
const later = addMs(now, 3_600_000)
const STORES = ['una', 'otra'] as const

let db: Db
let circuit: string
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
  const { query } = db
  const sealer = createSecretSealer([{ id: 'test', key: Buffer.alloc(32, 7) }])
  for (const id of STORES) {
    await connectStore(
      { query, sealer, ids: createIds(systemClock), now },
      {
        id: StoreId.parse(id),
        name: id,
        locale: 'es',
        secretKey: 'sk_test_sandbox',
        publishableKey: 'pk_test_sandbox',
        webhookSecret: 'whsec_test_sandbox',
        notifyUrl: null,
        notifySecret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
      },
    )
  }
  const [one, other] = await Promise.all(STORES.map((id) => findStore(query, StoreId.parse(id))))
  if (!one || !other) throw new Error('not connected')
  circuit = circuitName('gateway', one)
  expect(circuitName('gateway', other)).toBe(circuit)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query.deleteFrom('tasks').execute()
  await deleteCircuit(db.query, circuit)
})

const add = async (
  storeId: StoreId,
  how: { runAt?: Date; isUnreachable?: boolean; age?: number },
) => {
  const { runAt = now, isUnreachable = false, age = 0 } = how
  const task = { kind: 'ask', needs: 'gateway', storeId, payload: {}, runAt } as const
  await addTask(db.query, { ...task, now: addMs(now, -age) })
  const { id } = await db.query
    .selectFrom('tasks')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const set = db.query.updateTable('tasks').set({ out_of_reach: isUnreachable })
  await set.where('id', '=', id).execute()
  return id
}
const runAts = async (): Promise<number[]> => {
  const rows = await db.query.selectFrom('tasks').select('run_at').orderBy('id').execute()
  return rows.map(({ run_at }) => run_at.getTime() - now.getTime())
}
const leftAlone = (open_until: Date) =>
  changeCircuit(db.query, circuit, () => ({
    failures: 5,
    openings: 1,
    open_until,
    asked_until: null,
    half_opened_at: null,
    failing_since: now,
    updated_at: now,
    last_error: null,
    paused_at: null,
  }))
const take = (at = now) =>
  claimDueTasks(db.query, {
    now: at,
    processId: 7,
    limit: 100,
    roomPerStore: 100,
    concurrencyPerStore: { ask: 100 },
  })
const holder = () => ({ needs: 'gateway', circuit }) as const

describe('tasks held back by a gateway account', () => {
  it('a recovered account gets the tasks of all its stores, oldest first, at a bounded rate', async () => {
    for (let n = 0; n < 40; n++) {
      const age = 40 - n
      await add(StoreId.parse(STORES[n % 2] ?? 'una'), { runAt: later, isUnreachable: true, age })
    }
    await releaseHeldTasks(db.query, holder(), { now })
    expect(await runAts()).toEqual(Array.from({ length: 40 }, (_, place) => place * 50))
  })

  it('a release repeats at most once a minute, and planned tasks keep their time', async () => {
    await add(StoreId.parse('una'), { runAt: later, isUnreachable: true })
    await add(StoreId.parse('una'), { runAt: later })
    await releaseHeldTasks(db.query, holder(), { now })
    expect(await runAts()).toEqual([0, 3_600_000])
    await db.query.updateTable('tasks').set({ run_at: later }).execute()
    await releaseHeldTasks(db.query, holder(), { now: addMs(now, 59_000) })
    expect(await runAts()).toEqual([60_000, 3_600_000])
  })

  it('tasks of every store wait while one task probes the account', async () => {
    await add(StoreId.parse('una'), {})
    const oldest = await add(StoreId.parse('otra'), { runAt: addMs(now, -1) })
    await leftAlone(now)
    expect((await take()).map(({ id }) => id)).toEqual([oldest])
    expect(await take()).toEqual([])
    await deleteCircuit(db.query, circuit)
    expect(await take()).toHaveLength(1)
  })
})

describe('refunds of a frozen store', () => {
  const failure = { retry: 'retry', detail: 'the store is frozen' } as const
  const frozen = { state: 'ready', at: now, runAt: later, isUnreachable: false, failure } as const

  it('a refund whose try still saw the freeze is due at the thaw', async () => {
    const storeId = StoreId.parse('una')
    await add(storeId, {})
    const [taken] = await take()
    const running = taken && (await startTask(db.query, taken, 7))
    if (!running) throw new Error('not running')
    await releaseRefundsOfStore(db.query, { storeId, kind: 'ask', now })
    await endTask(db.query, running, frozen)
    expect(await runAts()).toEqual([0])

    const [again] = await take()
    const next = again && (await startTask(db.query, again, 7))
    if (!next) throw new Error('not running again')
    await endTask(db.query, next, frozen)
    expect(await runAts()).toEqual([3_600_000])
  })
})

describe('a task that a person wants tried', () => {
  it('a forced task passes the open circuit once, and no other task follows it', async () => {
    const id = await add(StoreId.parse('una'), { runAt: later, isUnreachable: true })
    await add(StoreId.parse('una'), {})
    await add(StoreId.parse('otra'), {})
    await leftAlone(later)
    expect(await take()).toEqual([])
    expect(await makeTaskDue(db.query, id, { now, passesCircuit: true })).toMatchObject({
      id,
      state: 'ready',
    })
    const [taken, ...others] = await take()
    expect(taken).toMatchObject({ id })
    expect(others).toEqual([])
    if (!taken) throw new Error('not taken')
    expect(await makeTaskDue(db.query, id, { now, passesCircuit: true })).toBeUndefined()
    const started = await startTask(db.query, taken, 7)
    if (!started) throw new Error('not started')
    expect(started).toMatchObject({ passes_circuit: true })
    const failure = { retry: 'retry', detail: 'gone' } as const
    const again = { state: 'ready', at: now, runAt: now, isUnreachable: true, failure } as const
    await endTask(db.query, started, again)
    expect(await take()).toEqual([])
  })

  it("a store's probe is a task of that store", async () => {
    await add(StoreId.parse('otra'), { age: 60_000 })
    const own = await add(StoreId.parse('una'), {})
    const ofStore = { ...holder(), storeId: StoreId.parse('una') }
    expect(await firstHeldTask(db.query, ofStore, now)).toBe(own)
    expect(
      await firstHeldTask(db.query, { ...holder(), storeId: StoreId.parse('nadie') }, now),
    ).toBeUndefined()
  })
})
