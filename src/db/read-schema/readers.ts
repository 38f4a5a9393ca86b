import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isNotAllowed } from '../../runtime/schema.ts'
import type { DbQuery } from '../db.ts'
import { READ_SCHEMA } from './read-schema.ts'

/** Marks the roles that Puente created, in PostgreSQL's comment of a role. */
const MARK = 'reader of puente_read'
const MOST_CONNECTIONS = 10
const STATEMENT_TIMEOUT = '5min'

export type AddReaderOutcome =
  | { outcome: 'added'; password: string }
  /** Another program's role has this name. */
  | { outcome: 'name-taken' }
  | { outcome: 'not-allowed'; reason: string }

/**
 * Creates a login role that can only read the views, with a new password. For a reader that exists,
 * replaces the password.
 */
export const addReader = async (query: DbQuery, name: string): Promise<AddReaderOutcome> => {
  const found = await markOf(query, name)
  if (found !== undefined && found !== MARK) return { outcome: 'name-taken' }
  const password = randomBytes(24).toString('base64url')
  const role = sql.id(name)
  try {
    await query.transaction().execute(async (trx) => {
      if (found === undefined) await sql`CREATE ROLE ${role}`.execute(trx)
      await sql`ALTER ROLE ${role} LOGIN CONNECTION LIMIT ${sql.lit(MOST_CONNECTIONS)}
        PASSWORD ${sql.lit(verifierOf(password))}`.execute(trx)
      await sql`COMMENT ON ROLE ${role} IS ${sql.lit(MARK)}`.execute(trx)
      await sql`ALTER ROLE ${role} SET default_transaction_read_only = on`.execute(trx)
      await sql`ALTER ROLE ${role} SET statement_timeout = ${sql.lit(STATEMENT_TIMEOUT)}`.execute(
        trx,
      )
      await sql`ALTER ROLE ${role} SET search_path = ${sql.id(READ_SCHEMA)}`.execute(trx)
      await sql`GRANT USAGE ON SCHEMA ${sql.id(READ_SCHEMA)} TO ${role}`.execute(trx)
      await sql`GRANT SELECT ON ALL TABLES IN SCHEMA ${sql.id(READ_SCHEMA)} TO ${role}`.execute(trx)
      // For views of later versions.
      await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${sql.id(READ_SCHEMA)}
        GRANT SELECT ON TABLES TO ${role}`.execute(trx)
    })
  } catch (error) {
    if (isNotAllowed(error)) return { outcome: 'not-allowed', reason: error.message }
    throw error
  }
  return { outcome: 'added', password }
}

/** Ends the reader's connections and drops the role; `no-such-reader` for any other role. */
export const removeReader = async (
  query: DbQuery,
  name: string,
): Promise<'removed' | 'no-such-reader'> => {
  if ((await markOf(query, name)) !== MARK) return 'no-such-reader'
  const role = sql.id(name)
  await sql`ALTER ROLE ${role} NOLOGIN`.execute(query)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${name}`.execute(
    query,
  )
  await query.transaction().execute(async (trx) => {
    const schema = sql.id(READ_SCHEMA)
    await sql`REVOKE ALL ON SCHEMA ${schema} FROM ${role}`.execute(trx)
    await sql`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`.execute(trx)
    await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema}
      REVOKE ALL ON TABLES FROM ${role}`.execute(trx)
    await sql`DROP ROLE ${role}`.execute(trx)
  })
  return 'removed'
}

/** `undefined`: there is no such role. */
const markOf = async (query: DbQuery, name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ mark: string }>`
    SELECT COALESCE(shobj_description(oid, 'pg_authid'), '') AS mark FROM pg_roles
    WHERE rolname = ${name}`.execute(query)
  return rows[0]?.mark
}

const ITERATIONS = 4_096

/** SCRAM verifier (RFC 5802), so that no password reaches the server or its log. */
const verifierOf = (password: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`
}
