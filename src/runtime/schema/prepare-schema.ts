import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import { UserError } from '../failure.ts'
import { buildIndex } from './build-index.ts'
import { inShortTransaction } from './short-transaction.ts'
import { stepsOfMigration, withoutComments } from './steps.ts'

/** `sql` is frozen; migrations follow in order and only add. */
export interface SchemaPart {
  name: string
  sql: string
  migrations?: readonly Migration[]
}

/** `name` is permanent and unique within the part. */
export interface Migration {
  name: string
  sql: string
}

export interface Preparation {
  schema: string
  parts: readonly SchemaPart[]
  /** Is told of each migration of existing tables before it begins: it can take minutes. */
  onMigration?: (name: string) => void
}

/**
 * Creates tables, all in one transaction, and applies missing migrations to existing ones, in steps
 * that hold their locks briefly, because older processes use them. A crash between two steps loses
 * nothing: the next start goes on. `schema_parts` records a hash (edition) of each migration. Throws
 * `UserError`, without changes, for another edition, for unrecorded tables, and for a role without
 * DDL rights. Keeps a later version's migrations, since they only add.
 */
export const prepareSchema = async <Tables>(
  query: Kysely<Tables>,
  preparation: Preparation,
): Promise<void> => {
  const { schema } = preparation
  await requireSearchPath(query, schema)
  try {
    await query.connection().execute(async (connection) => {
      await lock(connection, schema)
      try {
        await prepareLocked(connection, preparation)
      } finally {
        await unlock(connection, schema)
      }
    })
  } catch (error) {
    throw isNotAllowed(error) ? notAllowedToMakeTables(schema, error) : error
  }
}

const LOCK_POLL_MS = 100

/** Polls: a waiting statement would hold up the index that another process builds. */
const lock = async <Tables>(connection: Kysely<Tables>, schema: string): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ isMine: boolean }>`
      SELECT pg_try_advisory_lock(hashtext('migrate schema'), hashtext(${schema})) AS "isMine"`.execute(
      connection,
    )
    if (rows[0]?.isMine) return
    await sleep(LOCK_POLL_MS)
  }
}

const unlock = async <Tables>(connection: Kysely<Tables>, schema: string): Promise<void> => {
  await sql`SELECT pg_advisory_unlock(hashtext('migrate schema'), hashtext(${schema}))`.execute(
    connection,
  )
}

const prepareLocked = async <Tables>(
  connection: Kysely<Tables>,
  { schema, parts, onMigration = () => {} }: Preparation,
): Promise<void> => {
  const migrations = parts.flatMap(migrationsOf)
  const tables = await tablesOf(connection, schema)
  if (tables.length === 0) {
    await connection.transaction().execute(async (trx) => {
      await makeEmptySchema(trx, schema)
      for (const migration of migrations) {
        await sql.raw(migration.sql).execute(trx)
        await record(trx, migration)
      }
    })
    return
  }
  if (!tables.includes('schema_parts')) throw madeByAnotherEdition(schema)
  const editions = await knownEditions(connection)
  const isOther = ({ name, sql: text }: Migration) =>
    editions.has(name) && editions.get(name) !== editionOf(text)
  if (migrations.some(isOther)) throw madeByAnotherEdition(schema)
  for (const migration of migrations.filter(({ name }) => !editions.has(name))) {
    onMigration(migration.name)
    await migrate(connection, { schema, migration, editions })
  }
}

/** Applies the steps of a migration that no earlier start has applied. */
const migrate = async <Tables>(
  connection: Kysely<Tables>,
  {
    schema,
    migration,
    editions,
  }: { schema: string; migration: Migration; editions: ReadonlyMap<string, string> },
): Promise<void> => {
  const steps = stepsOfMigration(migration.sql)
  for (const [index, step] of steps.entries()) {
    const mark = { name: `${migration.name}#${index + 1}`, sql: migration.sql }
    if (editions.get(mark.name) === editionOf(mark.sql)) continue
    if (step.kind === 'index') await buildIndex(connection, schema, step)
    await inShortTransaction(connection, async (trx) => {
      if (step.kind === 'transaction') await sql.raw(step.sql).execute(trx)
      if (index < steps.length - 1) return record(trx, mark)
      await sql`DELETE FROM schema_parts WHERE starts_with(name, ${`${migration.name}#`})`.execute(
        trx,
      )
      await record(trx, migration)
    })
  }
}

const record = async <Tables>(
  trx: Kysely<Tables>,
  { name, sql: text }: Migration,
): Promise<void> => {
  await sql`INSERT INTO schema_parts VALUES (${name}, ${editionOf(text)})
    ON CONFLICT (name) DO UPDATE SET edition = excluded.edition`.execute(trx)
}

/** `behind` lacks migrations; `other` is another edition. */
export type SchemaState = 'current' | 'missing' | 'behind' | 'other'

/** Compares the tables with `parts`, read-only. */
export const schemaState = async <Tables>(
  query: Kysely<Tables>,
  { schema, parts }: { schema: string; parts: readonly SchemaPart[] },
): Promise<SchemaState> => {
  const tables = await tablesOf(query, schema)
  if (tables.length === 0) return 'missing'
  if (!tables.includes('schema_parts')) return 'other'
  const editions = await knownEditions(query)
  const migrations = parts.flatMap(migrationsOf)
  const known = migrations.filter(({ name }) => editions.has(name))
  if (known.some((each) => editions.get(each.name) !== editionOf(each.sql))) return 'other'
  return known.length < migrations.length ? 'behind' : 'current'
}

const migrationsOf = ({ name, sql, migrations = [] }: SchemaPart): readonly Migration[] => [
  { name, sql },
  ...migrations.map((migration) => ({ name: `${name}/${migration.name}`, sql: migration.sql })),
]

/** Without the search path, tables would land in another schema. */
const requireSearchPath = async <Tables>(query: Kysely<Tables>, schema: string): Promise<void> => {
  const { rows } = await sql<{ search_path: string }>`SHOW search_path`.execute(query)
  const found = rows[0]?.search_path
  if (found === schema || found === `"${schema}"`) return
  throw new UserError(
    `DATABASE_URL: its connections do not keep their schema (search_path is ${found} and not ${schema}), so tables would be made in the wrong one. A pooler in between must keep a session for each connection (pool_mode = session).`,
  )
}

const tablesOf = async <Tables>(query: Kysely<Tables>, schema: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = ${schema}`.execute(query)
  return rows.map(({ name }) => name)
}

const knownEditions = async <Tables>(query: Kysely<Tables>): Promise<Map<string, string>> => {
  const { rows } = await sql<{ name: string; edition: string }>`
    SELECT name, edition FROM schema_parts`.execute(query)
  return new Map(rows.map(({ name, edition }) => [name, edition]))
}

/** Checks first, because the role may lack the right to create a schema. */
const makeEmptySchema = async <Tables>(trx: Kysely<Tables>, schema: string): Promise<void> => {
  const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${schema}`.execute(trx)
  if (rows.length === 0) await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(trx)
  await sql`CREATE TABLE schema_parts (name text PRIMARY KEY, edition text NOT NULL)`.execute(trx)
}

/** Ignores comments and whitespace, which may change after a release. */
export const editionOf = (text: string): string =>
  createHash('sha256').update(withoutComments(text).replaceAll(/\s+/g, ' ').trim()).digest('hex')

const madeByAnotherEdition = (schema: string): UserError =>
  new UserError(`DATABASE_URL: the tables of schema ${schema} were made by another edition of this
  program, which this one cannot change. Nothing was touched. Use a new database (without
  DATABASE_URL: another DATA_DIR), or delete the tables with all their data:
  DROP SCHEMA ${schema} CASCADE. docs/database.md says more.`)

export const isNotAllowed = (error: unknown): error is Error => errorCode(error) === '42501'

export const notAllowedToMakeTables = (schema: string, error: Error): UserError =>
  new UserError(`DATABASE_URL: its role may not make or change the tables of schema ${schema} (${error.message}).
  Run "npm run migrate" (in a container: node src/cli/migrate.ts) with the role that owns the
  database, or make this role the owner of the schema and its tables.`)
