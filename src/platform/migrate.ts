import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Named migrations; they run in the order of their names. */
export type Migrations = Record<string, Migration>

/**
 * Brings a schema up to date. Kysely's migrator takes a lock in the database, so that several
 * starting processes migrate once and the others wait.
 */
export const migrate = async <Tables>(
  query: Kysely<Tables>,
  { schema, migrations }: { schema: string; migrations: Migrations },
): Promise<void> => {
  await createSchema(query, schema)
  const migrator = new Migrator({
    db: query,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** `CREATE SCHEMA IF NOT EXISTS` can still collide when two processes start at once: locked. */
const createSchema = <Tables>(query: Kysely<Tables>, schema: string): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('create schema'), hashtext(${schema}))`.execute(
      trx,
    )
    await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(schema)}`.execute(trx)
  })
