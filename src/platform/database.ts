import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'

export interface DatabaseOptions {
  url: string
  /** The schema that unqualified names mean, for example `puente`. */
  schema: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  maxConnections: number
  log: Log
}

/** One pool of connections, for Kysely and for the statements that are faster written by hand. */
export interface Database<Tables> {
  pool: pg.Pool
  query: Kysely<Tables>
  close(): Promise<void>
}

const INT8_OID = 20

/** int8 as bigint (money), everything else as node-postgres has it (timestamptz as `Date`). */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

export const createPool = (options: DatabaseOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    options: `-c search_path=${options.schema} -c timezone=UTC`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types,
  })
  // An idle connection that breaks is replaced at the next use; without a listener it ends the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'))
  // So does one that breaks while it is in use: the pool listens to idle ones only, and the failed
  // query tells its caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openDatabase = <Tables>(options: DatabaseOptions): Database<Tables> => {
  const pool = createPool(options)
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, query, close: () => query.destroy() }
}

const CONNECTION_LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** Whether an error tells that the database is away: nothing is wrong with what was asked of it. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    CONNECTION_LOST.has(code) ||
    // Class 08, connection exceptions; 57P, the server is stopping, starting or was stopped.
    /^(08|57P)/.test(code) ||
    // It let nobody in: it has too many connections, or was closed for a while.
    ('severity' in error && error.severity === 'FATAL') ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
}

/**
 * Whether an error tells that others were at the same rows at the same time: a lock that was waited
 * for too long, a deadlock, a serialization failure. The same work succeeds a moment later.
 */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['40001', '40P01', '55P03'].includes(String(error.code))
