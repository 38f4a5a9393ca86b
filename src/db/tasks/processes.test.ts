import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { HANG_MS } from '../../../test/support/eventually.ts'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { StoreId } from '../../domain/ids.ts'
import { createLog } from '../../runtime/log/log.ts'
import type { Db } from '../db.ts'
import { addTask } from './outbox.ts'
import { type ProcessWatch, showAsAlive, watchProcesses } from './processes.ts'
import { claimDueTasks } from './task-claims.ts'

const OWN = 7
const OTHER = 8

let url: string
let db: Db
beforeAll(async () => {
  url = await freshDatabase()
  db = await openTestDb({
    databaseUrl: url,
    log: createLog({ level: 'silent', service: 'test' }),
  })
  const now = new Date()
  const task = { kind: 'k', needs: 'db', storeId: StoreId.parse('tienda'), payload: {} } as const
  await addTask(db.query, { ...task, runAt: now, now })
  await claimDueTasks(db.query, {
    now,
    processId: OTHER,
    limit: 1,
    roomPerStore: 1,
    concurrencyPerStore: {},
  })
})
afterAll(() => db.close())

let watch: ProcessWatch
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  watch = watchProcesses(db.query, OWN)
})
afterEach(() => vi.useRealTimers())

const lookAfter = async (seconds: number): Promise<readonly number[]> => {
  vi.setSystemTime(Date.now() + seconds * 1_000)
  await watch.poll()
  return watch.dead()
}

it('a process that is missing briefly, as during a PostgreSQL restart, is not gone', async () => {
  expect(await lookAfter(0)).toEqual([])
  expect(await lookAfter(2)).toEqual([])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await showAsAlive(client, OTHER)
  expect(await lookAfter(2)).toEqual([])
  expect(await lookAfter(2)).toEqual([])
  await client.end()
  await vi.waitFor(async () => {
    await watch.poll()
    expect(await lookAfter(3)).toEqual([OTHER])
  }, HANG_MS)
})

it('a process that stays missing is gone, but a database outage restarts the count', async () => {
  expect(await lookAfter(0)).toEqual([])
  expect(await lookAfter(3)).toEqual([OTHER])
  watch.reset()
  expect(watch.dead()).toEqual([])
  expect(await lookAfter(2)).toEqual([])
  expect(await lookAfter(3)).toEqual([OTHER])
})
