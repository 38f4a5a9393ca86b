import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA, sandboxSchema } from '../../sandbox/gateway/database/schema.ts'
import type { Tables } from '../../sandbox/gateway/database/tables.ts'
import { lastAttempts, recordAttempt } from '../../sandbox/gateway/webhooks/delivery-attempts.ts'
import type { Environment } from '../../src/contract/keys.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { type Database, openDatabase } from '../../src/runtime/postgres/database.ts'
import { prepareSchema } from '../../src/runtime/schema/prepare-schema.ts'
import { freshDatabase } from '../support/fresh-database.ts'

let database: Database<Tables>
const log = createLog({ level: 'error', service: 'test' })
beforeAll(async () => {
  database = openDatabase<Tables>({
    url: await freshDatabase(),
    schema: SCHEMA,
    applicationName: 'test',
    maxConnections: 4,
    log,
  })
  await prepareSchema(database.query, { schema: SCHEMA, parts: [sandboxSchema] })
})
afterAll(() => database.close())

const now = new Date('2026-11-21T12:00:00Z')

const deliveryIn = async (environment: Environment): Promise<number> => {
  const event = { id: randomUUID(), environment, type: 'payment.approved', body: '{}' }
  await database.query
    .insertInto('events')
    .values({ ...event, created_at: now })
    .execute()
  const { id } = await database.query
    .insertInto('deliveries')
    .values({ event_id: event.id, endpoint_id: 'we_test', due_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const attemptAt = (deliveryId: number, number: number) =>
  recordAttempt(database, {
    attempt: {
      deliveryId,
      url: 'http://shop/',
      number,
      startedAt: now,
      signedAt: now,
      durationMs: 5,
      status: 200,
      answer: 'ok',
      error: null,
    },
    next: { state: 'delivered' },
  })

test("a busy environment neither grows the history nor evicts the other environment's attempts", async () => {
  const live = await deliveryIn('live')
  const busy = await deliveryIn('test')
  for (let number = 1; number <= 12; number++) await attemptAt(live, number)
  for (let number = 1; number <= 1_000; number++) await attemptAt(busy, number)

  const kept = await database.query.selectFrom('delivery_attempts').select('id').execute()
  expect(kept.length).toBeLessThan(300)
  const newest = async (environment: Environment) =>
    (await lastAttempts(database, environment)).map(({ attempt }) => attempt)
  expect(await newest('live')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(await newest('test')).toEqual([1000, 999, 998, 997, 996, 995, 994, 993, 992, 991])
})

test('an attempt of a removed delivery leaves no trace', async () => {
  const before = await lastAttempts(database, 'test')
  await attemptAt(2_000_000_000, 1)
  expect(await lastAttempts(database, 'test')).toEqual(before)
})
