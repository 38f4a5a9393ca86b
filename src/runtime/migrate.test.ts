import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/support/fresh-database.ts'
import { type Database, openDatabase } from './database.ts'
import { UserError } from './failure.ts'
import { createLog } from './log.ts'
import { type Migrations, migrate } from './migrate.ts'

interface Tables {
  orders: { number: bigint }
}

const log = createLog({ level: 'silent', service: 'test' })
const open: Database<Tables>[] = []
const opened = (url: string, schema = 'shop'): Database<Tables> => {
  const database = openDatabase<Tables>({
    url,
    schema,
    applicationName: 'test',
    maxConnections: 4,
    log,
  })
  open.push(database)
  return database
}
afterEach(() => Promise.all(open.splice(0).map((database) => database.close())))

describe('migrate', () => {
  it('runs each migration once when several processes start at once', async () => {
    const url = await freshDatabase()
    const ran: string[] = []
    const migrations: Migrations = {
      '001': {
        up: async (db) => {
          ran.push('001')
          await db.schema.createTable('orders').addColumn('number', 'bigint').execute()
        },
      },
      '002': {
        up: async (db) => {
          ran.push('002')
          await sql`INSERT INTO orders VALUES (9007199254740993)`.execute(db)
        },
      },
    }
    const processes = Array.from({ length: 5 }, () => opened(url))
    await Promise.all(
      processes.map(({ query }) => migrate(query, { schema: 'shop', migrations, log })),
    )
    expect(ran).toEqual(['001', '002'])
    const rows = await opened(url).query.selectFrom('orders').selectAll().execute()
    expect(rows).toEqual([{ number: 9007199254740993n }])
  })

  it('adds what is new at the next start, and keeps two schemas of one database apart', async () => {
    const url = await freshDatabase()
    const first: Migrations = {
      '001': { up: (db) => db.schema.createTable('orders').addColumn('number', 'int8').execute() },
    }
    await migrate(opened(url).query, { schema: 'shop', migrations: first, log })
    await migrate(opened(url, 'other').query, { schema: 'other', migrations: first, log })
    const second: Migrations = {
      ...first,
      '002': { up: (db) => sql`INSERT INTO orders VALUES (1)`.execute(db).then(() => {}) },
    }
    await migrate(opened(url).query, { schema: 'shop', migrations: second, log })
    expect(await opened(url).query.selectFrom('orders').selectAll().execute()).toHaveLength(1)
    expect(await opened(url, 'other').query.selectFrom('orders').selectAll().execute()).toEqual([])
  })

  it('leaves the schema as it was when a migration fails, and says why', async () => {
    const url = await freshDatabase()
    const migrations: Migrations = {
      '001': { up: (db) => db.schema.createTable('orders').addColumn('number', 'int8').execute() },
      '002': { up: (db) => sql`SELECT 1 / 0`.execute(db).then(() => {}) },
    }
    const { query } = opened(url)
    await expect(migrate(query, { schema: 'shop', migrations, log })).rejects.toThrow(
      'division by zero',
    )
    await expect(query.selectFrom('orders').selectAll().execute()).rejects.toThrow('does not exist')
  })
})

describe('a database that another version has migrated', () => {
  const make: Migrations[string] = {
    up: (db) => db.schema.createTable('orders').addColumn('number', 'int8').execute(),
  }
  const add: Migrations[string] = {
    up: (db) => sql`INSERT INTO orders VALUES (1)`.execute(db).then(() => {}),
  }

  it('is used as it is by an older version that is back, and the log says so', async () => {
    const url = await freshDatabase()
    const lines: string[] = []
    const told = createLog({
      level: 'warn',
      service: 'test',
      destination: { write: (line) => lines.push(line) },
    })
    const newer = { '001': make, '002': add }
    await migrate(opened(url).query, { schema: 'shop', migrations: newer, log })
    await migrate(opened(url).query, { schema: 'shop', migrations: { '001': make }, log: told })
    expect(lines.join()).toContain('migrated by a newer version')
    expect(lines.join()).toContain('"newer":["002"]')
    expect(await opened(url).query.selectFrom('orders').selectAll().execute()).toHaveLength(1)
  })

  it('is refused in words by one that is neither older nor newer', async () => {
    const url = await freshDatabase()
    await migrate(opened(url).query, {
      schema: 'shop',
      migrations: { '001': make, '002-theirs': add },
      log,
    })
    const ours = { '001': make, '003-ours': add }
    const refused = migrate(opened(url).query, { schema: 'shop', migrations: ours, log })
    await expect(refused).rejects.toThrow(UserError)
    await expect(refused).rejects.toThrow(/002-theirs.*lacks 003-ours/)
  })
})

describe('database', () => {
  it('goes on after all of its connections were cut', async () => {
    const { query } = opened(await freshDatabase())
    const ask = () =>
      sql<{ zone: string }>`SELECT current_setting('timezone') AS zone`.execute(query)
    expect((await ask()).rows).toEqual([{ zone: 'UTC' }])
    await Promise.all([ask(), ask(), ask()])
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(query)
    await expect
      .poll(() =>
        ask().then(
          ({ rows }) => rows,
          () => [],
        ),
      )
      .toEqual([{ zone: 'UTC' }])
  })
})
