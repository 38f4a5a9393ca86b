import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { currencies } from '../../domain/currencies.ts'
import { isNotAllowed } from '../../runtime/schema/prepare-schema.ts'

export const READ_SCHEMA = 'puente_read'

/** Comment of the PostgreSQL roles that `readers add` created in this database. */
export const markOfReaders = (database: string): string => `reader of ${READ_SCHEMA} in ${database}`

/** A view waits for readers; the start of Puente does not. */
const LOCK_TIMEOUT = '5s'

const VIEWS = readFileSync(new URL('views.sql', import.meta.url), 'utf8')

const EXPONENTS = [...new Set(currencies.map(({ exponent }) => exponent))]
const BY_CURRENCY = EXPONENTS.filter((exponent) => exponent !== 2).map((exponent) => {
  const codes = currencies.filter((currency) => currency.exponent === exponent)
  const list = codes.map(({ code }) => `'${code}'`).join(', ')
  return `WHEN currency IN (${list}) THEN ${scaled(exponent)}`
})

/** Multiplies, because a division would add digits. */
function scaled(exponent: number): string {
  return exponent === 0 ? 'minor::numeric' : `minor * 0.${'1'.padStart(exponent, '0')}`
}

const AMOUNT = `CREATE OR REPLACE FUNCTION ${READ_SCHEMA}.amount(minor bigint, currency text)
RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE ${BY_CURRENCY.join(' ')} ELSE ${scaled(2)} END`

export const READ_SCHEMA_SQL = [AMOUNT, VIEWS]

/** Raise it with each change of the views: an older Puente on the same database leaves newer views alone. */
const EDITION = 2

/** `not-allowed`: the role may not create schemas, or another role owns this one. */
export type ReadSchemaState = 'current' | 'written' | 'not-allowed'

/**
 * Creates or updates the views for analysts, under an advisory lock. Does nothing if they are of
 * this edition or a later one, or if the role lacks the rights: Puente itself needs no view.
 */
export const prepareReadSchema = async <Tables>(
  query: Kysely<Tables>,
): Promise<ReadSchemaState> => {
  if ((await writtenEdition(query)) >= EDITION) return 'current'
  try {
    return await query.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('prepare read schema'))`.execute(trx)
      if ((await writtenEdition(trx)) >= EDITION) return 'current'
      await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx)
      // IF NOT EXISTS would still require the right to create schemas.
      const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${READ_SCHEMA}`.execute(
        trx,
      )
      if (rows.length === 0) await sql`CREATE SCHEMA ${sql.id(READ_SCHEMA)}`.execute(trx)
      for (const text of READ_SCHEMA_SQL) await sql.raw(text).execute(trx)
      await grantToReaders(trx)
      await sql`COMMENT ON VIEW ${sql.id(READ_SCHEMA, 'orders')} IS ${sql.lit(String(EDITION))}`.execute(
        trx,
      )
      return 'written'
    })
  } catch (error) {
    if (isNotAllowed(error)) return 'not-allowed'
    throw error
  }
}

/** 0: there are no views. A comment keeps it, so that it ends with the views. */
const writtenEdition = async <Tables>(query: Kysely<Tables>): Promise<number> => {
  // Not to_regclass, which requires a right to use the schema.
  const { rows } = await sql<{ edition: string | null }>`
    SELECT obj_description(pg_class.oid, 'pg_class') AS edition
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = ${READ_SCHEMA} AND relname = 'orders'`.execute(query)
  return Number(rows[0]?.edition ?? 0)
}

/** Default privileges cover only views of the role that granted them. */
const grantToReaders = async <Tables>(trx: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ name: string; mark: string; database: string }>`
    SELECT rolname AS name, shobj_description(oid, 'pg_authid') AS mark,
      current_database() AS database
    FROM pg_roles WHERE shobj_description(oid, 'pg_authid') IS NOT NULL`.execute(trx)
  for (const { name, mark, database } of rows) {
    if (mark !== markOfReaders(database)) continue
    await sql`GRANT SELECT ON ALL TABLES IN SCHEMA ${sql.id(READ_SCHEMA)} TO ${sql.id(name)}`.execute(
      trx,
    )
  }
}
