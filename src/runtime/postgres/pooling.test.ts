import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseWithTables, freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../test/support/pgbouncer.ts'
import { createLog } from '../log/log.ts'
import { connectDatabase } from './connect-database.ts'
import { openLocalDatabase } from './local-database.ts'
import { findPooling } from './pooling.ts'

const log = createLog({ level: 'silent', service: 'test' })

const tablesBySchema = async (url: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ schema: string; count: number }>(
    `SELECT schemaname AS schema, count(*)::int AS count FROM pg_tables
     WHERE schemaname IN ('public', 'puente') GROUP BY schemaname`,
  )
  await client.end()
  return Object.fromEntries(rows.map(({ schema, count }) => [schema, count]))
}

it('findPooling detects no pooler at PostgreSQL itself', async () => {
  expect(await findPooling(await freshDatabase())).toBe('none')
})

describe.skipIf(!hasPgBouncer())('PgBouncer in session mode with its defaults', () => {
  let bouncer: PgBouncer
  let databaseUrl: string
  beforeAll(async () => {
    databaseUrl = await freshDatabase()
    bouncer = await startPgBouncer(databaseUrl, { pool_mode: 'session' })
  })
  afterAll(() => bouncer.stop())

  it('Puente starts behind a session pooler', async () => {
    expect(await findPooling(bouncer.url)).toBe('session')
    await connectDatabase(bouncer.url)
  })

  it('migrations behind a session pooler create all tables in their schema, none in public', async () => {
    const db = await openTestDb({ databaseUrl: bouncer.url, log })
    await db.close()
    const tables = await tablesBySchema(databaseUrl)
    expect(tables.public).toBeUndefined()
    expect(tables.puente).toBeGreaterThan(20)
  })
})

describe.skipIf(!hasPgBouncer())('a pooler without sessions', () => {
  const modes = ['transaction', 'statement']
  const orders = ['0', '1']

  it.each(modes.flatMap((mode) => orders.map((robin) => [mode, robin])))(
    'Puente refuses a pooler in %s mode under load and names the fix (server_round_robin = %s)',
    async (mode = '', robin = '') => {
      const bouncer = await startPgBouncer(await databaseWithTables(), {
        pool_mode: mode,
        server_round_robin: robin,
      })
      const others = Array.from({ length: 5 }, () => new pg.Client(bouncer.url))
      let isOver = false
      const busy = others.map(async (client) => {
        await client.connect()
        while (!isOver) await client.query('SELECT pg_sleep(0.002)')
        await client.end()
      })
      const refusal = await connectDatabase(bouncer.url).catch((error) => error)
      isOver = true
      await Promise.all(busy)
      await bouncer.stop()
      expect(refusal.message).toMatch(/^DATABASE_URL: the pooler at .* pool_mode = session/)
      expect(refusal.message).not.toContain(new URL(bouncer.url).password)
    },
  )

  it('Puente refuses a transaction pooler even if DATABASE_DIRECT_URL bypasses it', async () => {
    const directUrl = await freshDatabase()
    const bouncer = await startPgBouncer(directUrl, { pool_mode: 'transaction' })
    const opening = openLocalDatabase({
      url: bouncer.url,
      directUrl,
      dataDir: 'unused',
      name: 'unused',
      log,
    })
    await expect(opening).rejects.toThrow(/^DATABASE_URL: the pooler at .* pool_mode = session/)
    await bouncer.stop()
  })

  it('migrations behind a transaction pooler fail rather than create tables in another schema, even without the check at startup', async () => {
    const databaseUrl = await freshDatabase()
    const bouncer = await startPgBouncer(databaseUrl, {
      pool_mode: 'transaction',
      server_reset_query_always: '1',
    })
    await expect(openTestDb({ databaseUrl: bouncer.url, log })).rejects.toThrow(/search_path/)
    expect(await tablesBySchema(databaseUrl)).toEqual({})
    await bouncer.stop()
  })
})
