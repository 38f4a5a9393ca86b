import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/support/fresh-database.ts'
import { openTestDb } from '../../test/support/open-db.ts'
import { OrderId, StoreId } from '../domain/ids.ts'
import { createLog } from '../runtime/log/log.ts'
import { createPool } from '../runtime/postgres/database.ts'
import { DB_SCHEMA, type Db } from './db.ts'
import {
  type ClaimedMessages,
  claimMessages,
  createTasksOfMessages,
  readQueuedMessage,
} from './events/inbox.ts'
import { noChanges } from './installation/changes.ts'
import {
  claimNotificationLease,
  endNotificationLease,
} from './notifications/notification-leases.ts'
import { storeMessages } from './notifications/store-messages.ts'
import { createPartitionsAhead, monthOf } from './privacy/partitions.ts'
import { givenRows } from './rows.ts'
import { changeCircuit, deleteCircuit } from './stores/circuits.ts'
import { addTask, addTasks, type NewTask } from './tasks/outbox.ts'
import {
  claimDueTasks,
  releaseLostTasks,
  releaseRunningTasks,
  releaseTasksOf,
  startTask,
} from './tasks/task-claims.ts'
import { endDone } from './tasks/task-ends.ts'
import { nextDueInMs } from './tasks/task-rooms.ts'
import { writeChanges } from './write-changes.ts'

const log = createLog({ level: 'silent', service: 'test' })
const now = new Date('2026-05-31T23:59:59Z')
const PROCESS = 7

let url: string
let db: Db
beforeAll(async () => {
  url = await freshDatabase()
  db = await openTestDb({ databaseUrl: url, log })
  await createPartitionsAhead(db.query, now)
})
afterAll(() => db.close())

const message = (messageId: string, receivedAt = now, body = '{}') => ({
  source: 'gateway' as const,
  storeId: StoreId.parse('tienda'),
  messageId,
  body: Buffer.from(body),
  receivedAt,
})
const countOf = async (table: 'events' | 'tasks', messageId?: string): Promise<number> => {
  const query = db.query.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
  const filtered = messageId ? query.where('message_id' as never, '=', messageId as never) : query
  return Number((await filtered.executeTakeFirstOrThrow()).count)
}
const kinds = { gateway: 'apply', shopify: 'apply-of-shopify' }
const emptyOutbox = () => db.query.deleteFrom('tasks').execute()

describe('the inbox', () => {
  it("a message is durable before its acknowledgement, regardless of the session's synchronous_commit", async () => {
    const pool = createPool({
      url,
      schema: DB_SCHEMA,
      applicationName: 'test',
      maxConnections: 1,
      log,
    })
    const committedBy = async (setting: string): Promise<string> => {
      await pool.query(`SET synchronous_commit = ${setting}`)
      await pool.query('BEGIN')
      await storeMessages(pool, [message(`durable ${setting}`)])
      const { rows } = await pool.query('SHOW synchronous_commit')
      await pool.query('COMMIT')
      return rows[0].synchronous_commit
    }
    expect(await committedBy('off')).toBe('on')
    expect(await committedBy('remote_apply')).toBe('remote_apply')
    await pool.end()
    expect(await countOf('events', 'durable off')).toBe(1)
  })

  it('the inbox dedupes a message within one write and across two', async () => {
    await storeMessages(db.pool, [message('once'), message('once'), message('other')])
    await storeMessages(db.pool, [message('once')])
    expect([await countOf('events', 'once'), await countOf('events', 'other')]).toEqual([1, 1])
  })

  it('the inbox dedupes across a month boundary and under clock skew', async () => {
    const [last, first] = ['2031-01-31T23:59:59.900Z', '2031-02-01T00:00:00.100Z'].map(
      (at) => new Date(at),
    )
    const repeat = async (id: string, times: (Date | undefined)[], signedForMs?: number) => {
      for (const at of times) {
        await storeMessages(db.pool, [message(id, at)], { signedForMs })
      }
      return countOf('events', id)
    }
    expect(await repeat('at new year', [last, first])).toBe(1)
    expect(await repeat('clock behind', [first, last])).toBe(1)
    const dayLater = new Date('2031-02-01T23:59:00Z')
    expect(await repeat('a day later', [last, dayLater])).toBe(1)
    const weekLater = new Date('2031-02-07T23:59:00Z')
    const week = 7 * 24 * 60 * 60_000
    expect(await repeat('a week later', [last, weekLater], week)).toBe(1)
    await db.query
      .updateTable('inbox')
      .set({ body: Buffer.from('{}') })
      .where('message_id', '=', 'at new year')
      .execute()
    await db.query.deleteFrom('inbox_waiting').execute()
    expect(await repeat('at new year', [first, dayLater])).toBe(1)
  })

  it('two stores can each have a message with the same id', async () => {
    await storeMessages(db.pool, [
      message('shared'),
      { ...message('shared'), storeId: StoreId.parse('otra') },
    ])
    expect(await countOf('events', 'shared')).toBe(2)
  })

  it('the default partition accepts messages of months without a partition', async () => {
    const years = new Date('2036-01-15T00:00:00Z')
    await storeMessages(db.pool, [message('future', years), message('past', new Date(0))])
    expect([await countOf('events', 'future'), await countOf('events', 'past')]).toEqual([1, 1])
  })

  it('concurrent relays create exactly one task per message', async () => {
    await emptyOutbox()
    const limit = 50
    while ((await createTasksOfMessages(db.query, { kinds, now, limit })) > 0) {}
    await emptyOutbox()
    await storeMessages(
      db.pool,
      Array.from({ length: 200 }, (_, n) => message(`many ${n}`)),
    )
    const made = await Promise.all(
      Array.from({ length: 8 }, () => createTasksOfMessages(db.query, { kinds, now, limit })),
    )
    const rest = await createTasksOfMessages(db.query, { kinds, now, limit: 1_000 })
    expect(made.reduce((sum, count) => sum + count, rest)).toBe(200)
    expect(await countOf('tasks')).toBe(200)
  })

  const claimedByAnother = (request: Parameters<typeof claimMessages>[1]) =>
    db.query.transaction().execute((trx) => claimMessages(trx, request))

  it('a process claims nothing during another’s turn, unless more waits than fits in one batch', async () => {
    const source = 'gateway' as const
    const turns = StoreId.parse('turns')
    const store = (name: string, count: number) => {
      const messages = Array.from({ length: count }, (_, n) => message(`${name} ${n}`))
      return storeMessages(
        db.pool,
        messages.map((each) => ({ ...each, source, storeId: turns })),
      )
    }
    const countOfClaim = (claimed: ClaimedMessages | undefined) => claimed?.messages.length
    await store('first', 10)
    const inTurn = { source, limit: 10, inTurn: true }
    await db.query.transaction().execute(async (one) => {
      expect(countOfClaim(await claimMessages(one, inTurn))).toBe(10)
      expect(await claimedByAnother(inTurn)).toBeUndefined()
      expect(countOfClaim(await claimedByAnother({ source, limit: 10 }))).toBe(0)
      await store('second', 5)
      expect(countOfClaim(await claimedByAnother(inTurn))).toBe(5)
    })
    expect(countOfClaim(await claimedByAnother(inTurn))).toBe(10)
    await db.query.deleteFrom('inbox_waiting').where('store_id', '=', turns).execute()
    expect(await claimedByAnother(inTurn)).toEqual({ messages: [], isAnyLeft: false })
  })

  it('a claim says whether a store with a full share may have more', async () => {
    const source = 'gateway' as const
    const [large, small] = ['large', 'small'].map((id) => StoreId.parse(id))
    if (!large || !small) throw new Error('no stores')
    const of = (storeId: StoreId, n: number) => ({ ...message(`${storeId} ${n}`), source, storeId })
    await storeMessages(db.pool, [
      ...Array.from({ length: 30 }, (_, n) => of(large, n)),
      of(small, 0),
    ])
    const claims = async (limit: number) => {
      const claimed = await claimedByAnother({ source, limit })
      return [claimed?.messages.length, claimed?.isAnyLeft]
    }
    expect(await claims(20)).toEqual([11, true])
    expect(await claims(100)).toEqual([31, false])
    await db.query.deleteFrom('inbox_waiting').where('store_id', 'in', [large, small]).execute()
  })

  it('a batch contains messages of every store, and concurrent batches are disjoint', async () => {
    const source = 'gateway' as const
    const ofStore = (storeId: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...message(`${storeId} ${n}`),
        source,
        storeId: StoreId.parse(storeId),
      }))
    const stores = ['busy', 'quiet'].map((id) => StoreId.parse(id))
    await storeMessages(db.pool, [...ofStore('busy', 300), ...ofStore('quiet', 3)])
    const first = await db.query.transaction().execute(async (one) => {
      const { messages: taken = [] } = (await claimMessages(one, { source, limit: 50 })) ?? {}
      const { messages: other = [] } = (await claimedByAnother({ source, limit: 500 })) ?? {}
      const seqs = new Set(taken.map(({ seq }) => seq))
      expect(other.filter(({ seq }) => seqs.has(seq))).toEqual([])
      expect(other.length).toBeGreaterThanOrEqual(250)
      return taken
    })
    expect(first.length).toBeLessThanOrEqual(50)
    expect(first.filter(({ store_id }) => store_id === 'quiet')).toHaveLength(3)
    expect(first.map(({ seq }) => Number(seq))).toEqual(
      first.map(({ seq }) => Number(seq)).toSorted((one, other) => one - other),
    )
    await db.query.deleteFrom('inbox_waiting').where('store_id', 'in', stores).execute()
  })

  it('the source of a message determines the kind of its task', async () => {
    const source = 'shopify' as const
    await storeMessages(db.pool, [
      { ...message('of a shop'), source, topic: 'orders/create', happenedAt: now },
    ])
    await createTasksOfMessages(db.query, { kinds, now, limit: 1_000 })
    const task = await db.query
      .selectFrom('tasks')
      .select('payload')
      .where('kind', '=', kinds.shopify)
      .executeTakeFirstOrThrow()
    const queued = await readQueuedMessage(db.query, task.payload as never)
    expect(queued).toMatchObject({ topic: 'orders/create', happened_at: now })
    await db.query.deleteFrom('tasks').where('kind', '=', kinds.shopify).execute()
  })

  it('a task leads to its message, and handling records the outcome', async () => {
    const { payload } = await db.query
      .selectFrom('tasks')
      .selectAll()
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const address = payload as { month: string; seq: string }
    const message = await readQueuedMessage(db.query, address)
    if (!message) throw new Error('The task leads to no message')
    expect(message.store_id).toBe('tienda')
    const handled = [{ ...message, outcome: 'applied' }]
    await writeChanges(db.query, [{ ...noChanges(), handled }], { now })
    expect(await readQueuedMessage(db.query, address)).toBeUndefined()
    expect(await readQueuedMessage(db.query, { ...address, seq: '999999' })).toBeUndefined()
  })
})

describe('rows written together', () => {
  it('the hot pool finds rows by index even while a table is nearly empty', async () => {
    const { rows } = await db.hot.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN UPDATE payments SET state = given.state
       FROM ${givenRows(['id', 'state'], 1)} WHERE payments.id = given.id`,
      ['{}', '{}'],
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan using payments_pkey')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('the outbox', () => {
  const task = (fields: Partial<NewTask> = {}): NewTask => ({
    kind: 'look',
    needs: 'shop',
    storeId: StoreId.parse('tienda'),
    payload: {},
    runAt: now,
    now,
    ...fields,
  })
  const concurrencyPerStore = { look: 1_000 }
  const room = { now, roomPerStore: 1_000, concurrencyPerStore }
  const takeAll = (limit = 1_000) => claimDueTasks(db.query, { ...room, processId: PROCESS, limit })

  it('a unique key admits one task, even after the task is done', async () => {
    await emptyOutbox()
    await addTask(db.query, task({ uniqueKey: 'sale' }))
    const [taken] = await takeAll()
    if (!taken) throw new Error('not taken')
    await startTask(db.query, taken, PROCESS)
    await endDone(db.query, [{ ...taken, at: now }])
    await addTask(db.query, task({ uniqueKey: 'sale' }))
    expect(await takeAll()).toEqual([])
    expect(await countOf('tasks')).toBe(1)
  })

  it('a waiting task suppresses an equal one that is due later, and a patient task is suppressed by any', async () => {
    await emptyOutbox()
    const soon = new Date(now.getTime() + 1_000)
    const [hint, poll] = [
      { unlessWaiting: { key: 'hint', patiently: false } },
      { unlessWaiting: { key: 'poll', patiently: true } },
    ]
    await addTasks(db.query, [task({ ...hint, runAt: soon }), task({ ...poll, runAt: soon })])
    await addTasks(db.query, [task({ ...hint, runAt: soon }), task(poll)])
    expect(await countOf('tasks')).toBe(2)
    await addTasks(db.query, [task(hint), task(poll), task()])
    expect(await countOf('tasks')).toBe(4)
    for (const taken of await takeAll()) await startTask(db.query, taken, PROCESS)
    await addTask(db.query, task(hint))
    expect(await countOf('tasks')).toBe(5)
  })

  it('tasks in one batch suppress each other as if written in sequence', async () => {
    await emptyOutbox()
    const soon = new Date(now.getTime() + 1_000)
    const [hint, poll] = [
      { unlessWaiting: { key: 'hint', patiently: false } },
      { unlessWaiting: { key: 'poll', patiently: true } },
    ]
    await addTasks(db.query, [
      ...[task({ ...hint, runAt: soon }), task({ ...hint, runAt: soon }), task(hint), task(hint)],
      ...[task({ ...poll, runAt: soon }), task(poll)],
    ])
    expect(await countOf('tasks')).toBe(3)
  })

  it('a task is rolled back with its transaction', async () => {
    await emptyOutbox()
    const transaction = db.query.transaction().execute(async (trx) => {
      await addTask(trx, task())
      throw new Error('changed our mind')
    })
    await expect(transaction).rejects.toThrow('changed our mind')
    expect(await countOf('tasks')).toBe(0)
  })

  it('concurrent claims hand each due task to one process and skip tasks that are not due', async () => {
    await emptyOutbox()
    for (let n = 0; n < 60; n++) await addTask(db.query, task())
    const later = new Date(now.getTime() + 1)
    await addTask(db.query, task({ runAt: later }))
    const taken = await Promise.all(Array.from({ length: 6 }, () => takeAll(20)))
    const ids = taken.flat().map(({ id }) => id)
    expect(ids).toHaveLength(60)
    expect(new Set(ids).size).toBe(60)
    expect(await nextDueInMs(db.query, { now, inBatches: false })).toBe(1)
  })

  it('a store with few tasks is claimed before the backlog of another', async () => {
    await emptyOutbox()
    for (let n = 0; n < 40; n++) await addTask(db.query, task({ storeId: StoreId.parse('busy') }))
    await addTask(
      db.query,
      task({ storeId: StoreId.parse('quiet'), runAt: new Date(now.getTime() - 1) }),
    )
    const taking = { now, processId: PROCESS, limit: 100, roomPerStore: 10, concurrencyPerStore }
    const first = await claimDueTasks(db.query, taking)
    const stores = first.map(({ store_id }) => store_id)
    expect(stores.filter((store) => store === 'busy')).toHaveLength(10)
    expect(stores).toContain('quiet')
    expect(await claimDueTasks(db.query, taking)).toEqual([])
    expect(await nextDueInMs(db.query, { now, inBatches: false })).toBe(0)
    await addTask(db.query, task({ storeId: StoreId.parse('busy'), needs: 'db' }))
    expect(await claimDueTasks(db.query, taking)).toMatchObject([{ needs: 'db' }])
  })

  it('an open circuit holds its tasks back and admits one probe when its time is over', async () => {
    await emptyOutbox()
    for (let n = 0; n < 5; n++) await addTask(db.query, task({ storeId: StoreId.parse('down') }))
    const openUntil = new Date(now.getTime() + 60_000)
    const circuit = {
      failures: 5,
      openings: 1,
      failing_since: now,
      updated_at: now,
      last_error: null,
      paused_at: null,
      asked_until: null,
      half_opened_at: null,
    }
    await changeCircuit(db.query, 'shop:down', () => ({ ...circuit, open_until: openUntil }))
    const taking = { now, processId: PROCESS, limit: 100, roomPerStore: 10, concurrencyPerStore }
    expect(await claimDueTasks(db.query, taking)).toEqual([])
    expect(await nextDueInMs(db.query, { now, inBatches: false })).toBe(60_000)
    const later = { ...taking, now: openUntil }
    expect(await claimDueTasks(db.query, later)).toHaveLength(1)
    expect(await claimDueTasks(db.query, later)).toEqual([])
    await deleteCircuit(db.query, 'shop:down')
    expect(await claimDueTasks(db.query, later)).toHaveLength(4)
  })

  it('a claim starts once, and only the newest claim can end the task', async () => {
    await emptyOutbox()
    await addTask(db.query, task())
    const [first] = await takeAll()
    if (!first) throw new Error('not taken')
    const started = await Promise.all([1, 2, 3].map((id) => startTask(db.query, first, id)))
    expect(started.filter(Boolean)).toHaveLength(1)

    // Another claim won, so the first process can no longer end the task.
    await db.query.updateTable('tasks').set({ claims: 2, state: 'queued' }).execute()
    expect(await startTask(db.query, first, PROCESS)).toMatchObject({ claims: 2, tries: 2 })
    await endDone(db.query, [{ ...first, at: now }])
    const { state } = await db.query.selectFrom('tasks').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('running')
  })

  it('the try of a dead process counts, and a try handed back at shutdown does not', async () => {
    await emptyOutbox()
    await addTask(db.query, task())
    const begin = async () => {
      const [claimed] = await takeAll()
      if (!claimed) throw new Error('nothing was claimed')
      await startTask(db.query, claimed, PROCESS)
    }
    const triesAndTime = () =>
      db.query.selectFrom('tasks').select(['tries', 'run_at', 'state']).executeTakeFirstOrThrow()
    await begin()
    expect(await releaseTasksOf(db.query, { processes: [PROCESS], now })).toBe(1)
    expect(await triesAndTime()).toEqual({ tries: 1, run_at: now, state: 'ready' })

    await begin()
    const inAMoment = new Date(now.getTime() + 5_000)
    expect(await releaseRunningTasks(db.query, { processId: PROCESS, runAt: inAMoment })).toBe(1)
    expect(await triesAndTime()).toEqual({ tries: 1, run_at: inAMoment, state: 'ready' })
  })

  it('a task that the queue does not start is claimed again under the same claim', async () => {
    await emptyOutbox()
    await addTask(db.query, task())
    const [first] = await takeAll()
    const lost = { processId: PROCESS, running: [], now }
    expect(await releaseLostTasks(db.query, lost)).toBe(0)
    await db.query
      .updateTable('tasks')
      .set({ handed_at: new Date(Date.now() - 11_000) })
      .execute()
    expect(await releaseLostTasks(db.query, lost)).toBe(1)
    expect(await takeAll()).toEqual([first])
  })
})

describe('the notification lease of an order', () => {
  it('an expired lease cannot release its successor', async () => {
    const turn = { orderId: OrderId.parse('ord_turn'), processId: PROCESS, deadProcesses: [] }
    const tooLate = await claimNotificationLease(db.query, { ...turn, atMostMs: -1 })
    const claim = await claimNotificationLease(db.query, { ...turn, atMostMs: 60_000 })
    if (!tooLate || !claim) throw new Error('Nobody else is at it')
    const held = () =>
      db.query
        .selectFrom('notification_leases')
        .select('order_id')
        .where('order_id', '=', OrderId.parse('ord_turn'))
        .execute()
    await endNotificationLease(db.query, { orderId: OrderId.parse('ord_turn'), claim: tooLate })
    expect(await held()).toHaveLength(1)
    await endNotificationLease(db.query, { orderId: OrderId.parse('ord_turn'), claim })
    expect(await held()).toEqual([])
  })
})

describe('monthly partitions', () => {
  it('months begin in UTC and continue across a new year', () => {
    expect(monthOf(now)).toBe('2026-05-01')
    expect(monthOf(now, 1)).toBe('2026-06-01')
    expect(monthOf(new Date('2026-12-31T23:00:00-06:00'))).toBe('2027-01-01')
    expect(monthOf(new Date('2026-12-15T00:00:00Z'), 2)).toBe('2027-02-01')
  })

  it('Puente starts at any date, even in a month with messages in the default partition', async () => {
    for (const later of ['2026-06-01T00:00:00Z', '2036-01-20T00:00:00Z', '2026-01-01T00:00:00Z']) {
      await createPartitionsAhead(db.query, new Date(later))
      await storeMessages(db.pool, [message(`at ${later}`, new Date(later))])
      expect(await countOf('events', `at ${later}`)).toBe(1)
    }
  })
})
