import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isNotAllowed } from '../../runtime/schema/prepare-schema.ts'
import type { DbQuery } from '../db.ts'
import { markOfReaders, READ_SCHEMA } from './read-schema.ts'

const MOST_CONNECTIONS = 10
const STATEMENT_TIMEOUT = '5min'
/** An open transaction would block migrations. */
const IDLE_TIMEOUT = '60s'

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
  const { found, mark } = await markOf(query, name)
  if (found !== undefined && found !== mark) return { outcome: 'name-taken' }
  const password = randomBytes(24).toString('base64url')
  const role = sql.id(name)
  try {
    await query.transaction().execute(async (trx) => {
      if (found === undefined) await sql`CREATE ROLE ${role}`.execute(trx)
      await sql`ALTER ROLE ${role} LOGIN CONNECTION LIMIT ${sql.lit(MOST_CONNECTIONS)}
        PASSWORD ${sql.lit(verifierOf(password))}`.execute(trx)
      await sql`COMMENT ON ROLE ${role} IS ${sql.lit(mark)}`.execute(trx)
      await sql`ALTER ROLE ${role} SET default_transaction_read_only = on`.execute(trx)
      await sql`ALTER ROLE ${role} SET statement_timeout = ${sql.lit(STATEMENT_TIMEOUT)}`.execute(
        trx,
      )
      await sql`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = ${sql.lit(IDLE_TIMEOUT)}`.execute(
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

export type RemoveReaderOutcome =
  | { outcome: 'removed' }
  | { outcome: 'no-such-reader' }
  | { outcome: 'not-allowed'; reason: string }

/** Drops the role and ends its connections; refuses any other role. */
export const removeReader = async (query: DbQuery, name: string): Promise<RemoveReaderOutcome> => {
  const { found, mark } = await markOf(query, name)
  if (found !== mark) return { outcome: 'no-such-reader' }
  const role = sql.id(name)
  const schema = sql.id(READ_SCHEMA)
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE usename = ${name}`.execute(query)
  try {
    await query.transaction().execute(async (trx) => {
      await sql`REVOKE ALL ON SCHEMA ${schema} FROM ${role}`.execute(trx)
      await sql`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`.execute(trx)
      await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema}
        REVOKE ALL ON TABLES FROM ${role}`.execute(trx)
      await sql`DROP ROLE ${role}`.execute(trx)
    })
  } catch (error) {
    if (isNotAllowed(error)) return { outcome: 'not-allowed', reason: error.message }
    throw error
  }
  for (const { pid } of rows) await endConnection(query, pid)
  return { outcome: 'removed' }
}

/** Without the right to end it, a connection of a dropped role stays, and can read no view. */
const endConnection = async (query: DbQuery, pid: number): Promise<void> => {
  try {
    await sql`SELECT pg_terminate_backend(${pid})`.execute(query)
  } catch (error) {
    if (!isNotAllowed(error)) throw error
  }
}

/** `found` is the comment of the role, `undefined` without a role; `mark` is that of a reader. */
const markOf = async (
  query: DbQuery,
  name: string,
): Promise<{ found: string | undefined; mark: string }> => {
  const { rows } = await sql<{ database: string; found: string | null }>`
    SELECT current_database() AS database,
      (SELECT COALESCE(shobj_description(oid, 'pg_authid'), '') FROM pg_roles
       WHERE rolname = ${name}) AS found`.execute(query)
  return { found: rows[0]?.found ?? undefined, mark: markOfReaders(rows[0]?.database ?? '') }
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
