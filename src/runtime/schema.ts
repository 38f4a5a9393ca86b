import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { errorCode } from './error-code.ts'
import { UserError } from './failure.ts'

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

/**
 * Creates tables and applies missing migrations, in one transaction under an advisory lock.
 * `schema_parts` records a hash (edition) of each step. Throws `UserError`, without changes, for
 * another edition, for unrecorded tables, and for a role without DDL rights. Keeps a later
 * version's migrations, since they only add.
 */
export const prepareSchema = async <Tables>(
  query: Kysely<Tables>,
  { schema, parts }: { schema: string; parts: readonly SchemaPart[] },
): Promise<void> => {
  await requireSearchPath(query, schema)
  try {
    await query.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('prepare schema'), hashtext(${schema}))`.execute(
        trx,
      )
      const editions = await editionsOf(trx, schema)
      const steps = parts.flatMap(stepsOf)
      const isOther = (step: Migration) =>
        editions.has(step.name) && editions.get(step.name) !== editionOf(step.sql)
      if (steps.some(isOther)) throw madeByAnotherEdition(schema)
      for (const step of steps.filter(({ name }) => !editions.has(name))) {
        await sql.raw(step.sql).execute(trx)
        await sql`INSERT INTO schema_parts VALUES (${step.name}, ${editionOf(step.sql)})`.execute(
          trx,
        )
      }
    })
  } catch (error) {
    throw isNotAllowed(error) ? notAllowedToMakeTables(schema, error) : error
  }
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
  const steps = parts.flatMap(stepsOf)
  const known = steps.filter(({ name }) => editions.has(name))
  if (known.some((step) => editions.get(step.name) !== editionOf(step.sql))) return 'other'
  return known.length < steps.length ? 'behind' : 'current'
}

const stepsOf = ({ name, sql, migrations = [] }: SchemaPart): readonly Migration[] => [
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

/** Returns the recorded editions. Creates the schema if missing. */
const editionsOf = async <Tables>(
  trx: Kysely<Tables>,
  schema: string,
): Promise<Map<string, string>> => {
  const tables = await tablesOf(trx, schema)
  if (tables.length === 0) {
    await makeEmptySchema(trx, schema)
    return new Map()
  }
  if (!tables.includes('schema_parts')) throw madeByAnotherEdition(schema)
  return knownEditions(trx)
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
  createHash('sha256')
    .update(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim())
    .digest('hex')

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
