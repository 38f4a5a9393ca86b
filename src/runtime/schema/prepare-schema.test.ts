import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { UserError } from '../failure.ts'
import { createLog } from '../log/log.ts'
import { type Database, openDatabase } from '../postgres/database.ts'
import { prepareSchema, type SchemaPart, schemaState } from './prepare-schema.ts'

interface Tables {
  orders: { number: bigint }
  notes: { number: bigint }
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

const core: SchemaPart = {
  name: 'core',
  sql: `-- An order.
CREATE TABLE orders (number bigint NOT NULL);
INSERT INTO orders VALUES (9007199254740993);`,
}
const platform: SchemaPart = {
  name: 'platform',
  sql: 'CREATE TABLE notes (number bigint NOT NULL); INSERT INTO notes SELECT number FROM orders;',
}
const prepare = (url: string, ...parts: SchemaPart[]) =>
  prepareSchema(opened(url).query, { schema: 'shop', parts })
const ordersIn = (url: string, schema?: string) =>
  opened(url, schema).query.selectFrom('orders').selectAll().execute()
const notesIn = (url: string) => opened(url).query.selectFrom('notes').selectAll().execute()

describe('prepareSchema', () => {
  it('concurrent processes create the tables once', async () => {
    const url = await freshDatabase()
    await Promise.all(Array.from({ length: 5 }, () => prepare(url, core, platform)))
    expect(await ordersIn(url)).toEqual([{ number: 9007199254740993n }])
    expect(await notesIn(url)).toEqual([{ number: 9007199254740993n }])
  })

  it('a changed comment in the file leaves existing tables unchanged', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    await prepare(url, { ...core, sql: core.sql.replace('An order.', 'One order of a shop.') })
    expect(await ordersIn(url)).toHaveLength(1)
  })

  it('a platform added later gets its tables', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    await prepare(url, core, platform)
    expect(await notesIn(url)).toHaveLength(1)
    await prepare(url, core)
    expect(await notesIn(url)).toHaveLength(1)
  })

  it('two schemas of one database are separate', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const { query } = opened(url, 'other')
    await prepareSchema(query, { schema: 'other', parts: [core] })
    await query.deleteFrom('orders').execute()
    expect(await ordersIn(url)).toHaveLength(1)
    expect(await ordersIn(url, 'other')).toEqual([])
  })

  it('a failed statement rolls back all tables and reports its error', async () => {
    const url = await freshDatabase()
    const broken = { name: 'platform', sql: 'CREATE TABLE notes (number bigint); SELECT 1 / 0;' }
    await expect(prepare(url, core, broken)).rejects.toThrow('division by zero')
    await expect(ordersIn(url)).rejects.toThrow('does not exist')
  })
})

describe('existing tables', () => {
  const later: SchemaPart = {
    ...core,
    migrations: [
      { name: '0001-paid.sql', sql: 'ALTER TABLE orders ADD COLUMN paid boolean DEFAULT true' },
      { name: '0002-notes.sql', sql: 'CREATE TABLE notes (number bigint NOT NULL)' },
    ],
  }

  it('schemaState tells missing, current, behind and other tables apart without changing them', async () => {
    const url = await freshDatabase()
    const stateFor = (...parts: SchemaPart[]) =>
      schemaState(opened(url).query, { schema: 'shop', parts })
    expect(await stateFor(core)).toBe('missing')
    await prepare(url, core)
    expect(await stateFor(core)).toBe('current')
    expect(await stateFor(later)).toBe('behind')
    expect(await stateFor(core, platform)).toBe('behind')
    expect(await stateFor({ ...core, sql: `${core.sql} SELECT 1;` })).toBe('other')
    await expect(notesIn(url)).rejects.toThrow('does not exist')
  })

  it('tables get later migrations once and keep their rows', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    await Promise.all(Array.from({ length: 3 }, () => prepare(url, later)))
    await prepare(url, later)
    expect(await ordersIn(url)).toEqual([{ number: 9007199254740993n, paid: true }])
    expect(await notesIn(url)).toEqual([])
  })

  it('tables are identical whether they were created at once or by migrations', async () => {
    const [atOnce, byStep] = [await freshDatabase(), await freshDatabase()]
    await prepare(atOnce, later)
    await prepare(byStep, core)
    await prepare(byStep, later)
    expect(await ordersIn(byStep)).toEqual(await ordersIn(atOnce))
  })

  it('the previous version runs on migrated tables and leaves the additions', async () => {
    const url = await freshDatabase()
    await prepare(url, later)
    await prepare(url, core)
    expect(await ordersIn(url)).toEqual([{ number: 9007199254740993n, paid: true }])
  })
})

describe('tables in use', () => {
  const migrated = (text: string): SchemaPart => ({
    ...core,
    migrations: [{ name: '0001.sql', sql: text }],
  })
  const marksIn = async (url: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM schema_parts ORDER BY 1`.execute(
      opened(url).query,
    )
    return rows.map(({ name }) => name)
  }
  const indexesOf = async (url: string, table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      SELECT pg_class.relname AS name FROM pg_index
      JOIN pg_class ON pg_class.oid = indexrelid
      JOIN pg_class of ON of.oid = indrelid
      WHERE of.relname = ${table} AND indisvalid ORDER BY 1`.execute(opened(url).query)
    return rows.map(({ name }) => name)
  }
  /** Writes a row in a transaction that stays open until the returned function is called. */
  const writeSlowly = async (url: string): Promise<() => Promise<void>> => {
    const written = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const writing = opened(url)
      .query.transaction()
      .execute(async (trx) => {
        await trx.insertInto('orders').values({ number: 1n }).execute()
        written.resolve()
        await end.promise
      })
    await written.promise
    return async () => {
      end.resolve()
      await writing
    }
  }
  const writeAtOnce = async (url: string): Promise<number> => {
    const from = performance.now()
    await opened(url).query.insertInto('orders').values({ number: 2n }).execute()
    return performance.now() - from
  }

  it('an index is built while a slow transaction writes, and holds up no other writer', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const endWriting = await writeSlowly(url)
    const preparing = prepare(url, migrated('CREATE INDEX orders_by_number ON orders (number)'))
    await sleep(300)
    expect(await writeAtOnce(url)).toBeLessThan(5_000)
    expect(await marksIn(url)).toEqual(['core'])
    await endWriting()
    await preparing
    expect(await indexesOf(url, 'orders')).toEqual(['orders_by_number'])
    expect(await marksIn(url)).toEqual(['core', 'core/0001.sql'])
  })

  it('a change that waits for a slow transaction lets other writers pass', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const endWriting = await writeSlowly(url)
    const preparing = prepare(url, migrated('ALTER TABLE orders ADD COLUMN paid boolean'))
    await sleep(1_000)
    await writeAtOnce(url)
    await endWriting()
    await preparing
    expect(await ordersIn(url)).toHaveLength(3)
    expect((await ordersIn(url))[0]).toHaveProperty('paid')
  })

  it('a start after a crash goes on with the step that is missing', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const later = migrated(`CREATE TABLE receipts (number bigint);
-- commit
UPDATE orders SET number = number + 1;
CREATE INDEX orders_by_number ON orders (number);`)
    const blocking = opened(url).query.transaction()
    const update = Promise.withResolvers<void>()
    const holding = blocking.execute(async (trx) => {
      await sql`SELECT FROM orders FOR UPDATE`.execute(trx)
      await update.promise
    })
    const crashed = prepare(url, later)
    const failed = expect(crashed).rejects.toThrow()
    await expect.poll(() => marksIn(url)).toContain('core/0001.sql#1')
    const crash = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'UPDATE orders%'`
    const { query } = opened(url)
    await expect.poll(async () => (await crash.execute(query)).rows.length).toBe(1)
    await failed
    update.resolve()
    await holding
    await prepare(url, later)
    expect(await ordersIn(url)).toEqual([{ number: 9007199254740994n }])
    expect(await indexesOf(url, 'orders')).toEqual(['orders_by_number'])
    expect(await marksIn(url)).toEqual(['core', 'core/0001.sql'])
  })

  it('an index that a stopped build left invalid is built anew', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const { query } = opened(url)
    await sql`INSERT INTO orders VALUES (1), (1)`.execute(query)
    await expect(
      sql`CREATE UNIQUE INDEX CONCURRENTLY orders_by_number ON orders (number)`.execute(query),
    ).rejects.toThrow('could not create unique index')
    await prepare(url, migrated('CREATE INDEX orders_by_number ON orders (number)'))
    expect(await indexesOf(url, 'orders')).toEqual(['orders_by_number'])
  })

  it('an index of a partitioned table reaches its partitions one by one, and later ones', async () => {
    const url = await freshDatabase()
    const months = `CREATE TABLE months (number bigint NOT NULL) PARTITION BY RANGE (number);
CREATE TABLE months_1 PARTITION OF months FOR VALUES FROM (1) TO (2);
CREATE TABLE months_2 PARTITION OF months FOR VALUES FROM (2) TO (3);`
    const part = { name: 'core', sql: months }
    await prepare(url, part)
    const index = { name: '0001.sql', sql: 'CREATE INDEX months_by_number ON months (number)' }
    await prepare(url, { ...part, migrations: [index] })
    await sql`CREATE TABLE months_3 PARTITION OF months FOR VALUES FROM (3) TO (4)`.execute(
      opened(url).query,
    )
    expect(await indexesOf(url, 'months')).toEqual(['months_by_number'])
    expect(await indexesOf(url, 'months_1')).toEqual(['months_1_months_by_number'])
    expect(await indexesOf(url, 'months_3')).toHaveLength(1)
  })

  it('processes that start together migrate once', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const later = migrated(`ALTER TABLE orders ADD COLUMN paid boolean;
CREATE INDEX orders_by_number ON orders (number);`)
    await Promise.all(Array.from({ length: 4 }, () => prepare(url, later)))
    expect(await marksIn(url)).toEqual(['core', 'core/0001.sql'])
  })
})

describe('a database of another edition', () => {
  const expectRefusal = async (refused: Promise<void>) => {
    const error = await refused.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toMatch(/another edition[\s\S]*Nothing was touched/)
    expect(String(error)).toContain('DROP SCHEMA shop CASCADE')
    expect(String(error)).toContain('docs/database.md')
  }

  it('prepareSchema refuses a changed file with the fix and changes nothing', async () => {
    const url = await freshDatabase()
    await prepare(url, core)
    const other = { ...core, sql: `${core.sql} ALTER TABLE orders ADD COLUMN paid boolean;` }
    await expectRefusal(prepare(url, platform, other))
    expect(await ordersIn(url)).toEqual([{ number: 9007199254740993n }])
    await expect(notesIn(url)).rejects.toThrow('does not exist')
  })

  it('prepareSchema refuses a changed migration with the fix', async () => {
    const url = await freshDatabase()
    const by = (sqlText: string) => ({ ...core, migrations: [{ name: '0001.sql', sql: sqlText }] })
    await prepare(url, by('CREATE TABLE notes (number bigint)'))
    await expectRefusal(prepare(url, by('CREATE TABLE notes (number text)')))
  })

  it('prepareSchema refuses tables of another migration tool with the fix, and accepts the database once the schema is dropped', async () => {
    const url = await freshDatabase()
    const { query } = opened(url)
    await sql
      .raw('CREATE SCHEMA shop; CREATE TABLE shop.kysely_migration (name text PRIMARY KEY)')
      .execute(query)
    await expectRefusal(prepare(url, core))
    await expect(ordersIn(url)).rejects.toThrow('does not exist')
    await sql`DROP SCHEMA shop CASCADE`.execute(query)
    await prepare(url, core)
    expect(await ordersIn(url)).toHaveLength(1)
  })
})

describe('database connections', () => {
  it('the database recovers after all connections are cut', async () => {
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
