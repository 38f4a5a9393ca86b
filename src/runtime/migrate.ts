import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { UserError } from './failure.ts'
import type { Log } from './log.ts'

/** Named migrations; they run in the order of their names. */
export type Migrations = Record<string, Migration>

/**
 * Brings a schema up to date. Kysely's migrator takes a lock in the database, so that several
 * starting processes migrate once and the others wait. A schema that a newer version has brought
 * further is left as it is: an older one is back, and goes on with it. A role that may not make
 * tables is told in words (`UserError`).
 */
export const migrate = async <Tables>(
  query: Kysely<Tables>,
  { schema, migrations, log }: { schema: string; migrations: Migrations; log: Log },
): Promise<void> => {
  await requireSchema(query, schema)
  try {
    const newer = await newerMigrations(query, { schema, migrations })
    if (newer.length > 0) {
      log.warn(
        { schema, newer },
        'the database was migrated by a newer version; this one uses it as it is',
      )
      return
    }
    await createSchema(query, schema)
    const migrator = new Migrator({
      db: query,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: schema,
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } catch (error) {
    throw isNotAllowed(error) ? notAllowedToMigrate(schema, error) : error
  }
}

/** Refuses a connection on which unqualified names mean another schema: all tables would be made there. */
const requireSchema = async <Tables>(query: Kysely<Tables>, schema: string): Promise<void> => {
  const { rows } = await sql<{ search_path: string }>`SHOW search_path`.execute(query)
  const found = rows[0]?.search_path
  if (found === schema || found === `"${schema}"`) return
  throw new UserError(
    `DATABASE_URL: its connections do not keep their schema (search_path is ${found} and not ${schema}), so tables would be made in the wrong one. A pooler in between must keep a session for each connection (pool_mode = session).`,
  )
}

/**
 * The migrations of the schema that only a newer version knows. Refuses (`UserError`) a schema that
 * has such ones and lacks some of ours: then it is of neither version.
 */
const newerMigrations = async <Tables>(
  query: Kysely<Tables>,
  { schema, migrations }: { schema: string; migrations: Migrations },
): Promise<string[]> => {
  const executed = await executedMigrations(query, schema)
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  const missing = Object.keys(migrations).filter((name) => !executed.includes(name))
  if (unknown.length > 0 && missing.length > 0) {
    throw new UserError(
      `The schema ${schema} of the database is of another version: it has ${unknown.join(', ')}, which this one does not know, and lacks ${missing.join(', ')}. Nothing was changed. Start the version that made it, or let DATABASE_URL (without it: DATA_DIR) name a new, empty database.`,
    )
  }
  return unknown
}

const executedMigrations = async <Tables>(
  query: Kysely<Tables>,
  schema: string,
): Promise<string[]> => {
  const table = sql.id(schema, 'kysely_migration')
  const { rows: found } = await sql`
    SELECT FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'kysely_migration'`.execute(
    query,
  )
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${table} ORDER BY name`.execute(
    query,
  )
  return rows.map(({ name }) => name)
}

/**
 * `CREATE SCHEMA IF NOT EXISTS` can still collide when two processes start at once: locked. A role
 * that may make no schema may use one that is there.
 */
const createSchema = <Tables>(query: Kysely<Tables>, schema: string): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('create schema'), hashtext(${schema}))`.execute(
      trx,
    )
    const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${schema}`.execute(trx)
    if (rows.length === 0) await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(trx)
  })

/** PostgreSQL's insufficient_privilege. */
export const isNotAllowed = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '42501'

export const notAllowedToMigrate = (schema: string, error: Error): UserError =>
  new UserError(`DATABASE_URL: its role may not make or change the tables of schema ${schema} (${error.message}).
  Run "npm run migrate" (in a container: node src/cli/migrate.ts) with the role that owns the
  database, or make this role the owner of the schema and its tables.`)
