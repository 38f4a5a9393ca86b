import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { errorCode } from '../error-code.ts'
import type { Log } from '../log/log.ts'
import { createTally } from '../log/tally.ts'
import { within } from '../queue/within.ts'
import { addressesOf } from './database-address.ts'
import { type Primary, primaryOf } from './primary.ts'
import { joinStatements } from './statements/joined-statements.ts'
import { isPlanOld, preparing } from './statements/prepared-statements.ts'
import {
  DatabaseSilent,
  DEFAULT_LIMITS,
  destroyConnection,
  watchConnection,
  withConnection,
} from './watched-connection.ts'

export interface DatabaseOptions {
  url: string
  schema: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  maxConnections: number
  /** Timeout; exceeding it destroys the connection. */
  statementMs?: number | undefined
  connectMs?: number | undefined
  /** Interval of probes whether the server still works on a statement. */
  probeEveryMs?: number | undefined
  /** Off for poolers that lose prepared statements. */
  isPreparing?: boolean | undefined
  /** Sends joined statements without waiting for answers; excludes `query_timeout`. */
  isPipelined?: boolean | undefined
  /** Plans once, for recurring statements that read a few rows by index. */
  usesGenericPlans?: boolean | undefined
  log: Log
}

export interface Database<Tables> {
  pool: pg.Pool
  query: Kysely<Tables>
  close(): Promise<void>
}

/** For `where(column, '=', anyOf(values))`; an empty array matches nothing. */
export const anyOf = <Value>(values: readonly Value[]): AnyOf<Value> => sql<Value>`ANY(${values})`

export type AnyOf<Value> = RawBuilder<Value>

/** Joins conditions by `OR`; without any, matches nothing. */
export const anyTrue = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` OR `)})` : sql<boolean>`false`

/** Like `anyOf`, for the values of a query, which PostgreSQL runs first. */
export const anyOfRows = <Value>(query: RawBuilder<Value>): AnyOf<Value> =>
  sql<Value>`ANY(ARRAY(${query}))`

/**
 * Planning costs more than these statements. A plan cached on an almost empty table would keep
 * scanning it as it grows, so sequential scans are off.
 */
const GENERIC_PLANS = `SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
  SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off`

const INT8_OID = 20

/** Parses int8 (money) as bigint, other types as node-postgres does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

export const CONNECT_TIMEOUT_MS = 5_000
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
export const PING_EVERY_MS = 5_000
/** Share of the statement timeout: the server reports a slow lock before the client gives up. */
const LOCK_SHARE = 0.8
/** Grace period at close for open and opening connections. */
const CLOSE_TIMEOUT_MS = 1_000

export const createPool = (options: DatabaseOptions): pg.Pool => {
  const { url, schema, log, statementMs = DEFAULT_LIMITS.statementMs, probeEveryMs } = options
  const { isPipelined = false } = options
  const prepare = options.isPreparing === false ? () => {} : preparing()
  const { tallyError, close: closeTally } = createTally(log)
  const primary = primaryOf(url)
  const clients = new Set<pg.ClientBase>()
  const idle = new Set<pg.ClientBase>()
  /**
   * Drops idle connections after one was lost: they lead to the same server, and each would time
   * out.
   */
  const dropIdle = (): void => {
    primary.invalidate()
    for (const client of idle) {
      // Makes the pool forget the client before its socket closes.
      client.emit(
        'error',
        new DatabaseSilent('its server has left another connection without an answer'),
      )
      destroyConnection(client)
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    application_name: options.applicationName,
    ...(isPipelined && { pipeline: true }),
    connectionTimeoutMillis: options.connectMs ?? CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
    types,
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        // From here, not from `onConnect`, because closing also ends opening connections.
        clients.add(this)
        this.once('end', () => {
          clients.delete(this)
          idle.delete(this)
        })
      }
    },
    onConnect: async (client) => {
      let session = ''
      watchConnection(client, {
        limitMs: statementMs,
        pingEveryMs: Math.min(PING_EVERY_MS, statementMs),
        probe:
          probeEveryMs === undefined
            ? undefined
            : {
                everyMs: probeEveryMs,
                isWorking: () => isAtWork(url, { session, patienceMs: probeEveryMs }),
              },
        onLost: dropIdle,
      })
      await setUpSession(client, { schema, lockMs: statementMs * LOCK_SHARE })
      if (options.usesGenericPlans) await client.query(GENERIC_PLANS)
      prepare(client)
      joinStatements(client, { isPipelined })
      if (probeEveryMs) session = await sessionOf(client)
    },
  })
  if (addressesOf(url).length > 1) followPrimary(pool, primary)
  // Without a listener, the error of a broken idle connection would crash the process.
  pool.on('error', (error) => tallyError(error, 'idle database connection lost'))
  // The pool listens to idle clients only; a query informs its caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error, client) => {
    if (!error) idle.add(client)
  })
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = async () => {
    const late = setTimeout(() => clients.forEach(destroyConnection), CLOSE_TIMEOUT_MS)
    await end().finally(() => clearTimeout(late))
    closeTally()
  }
  return pool
}

/**
 * Configures with SET, since poolers refuse or ignore startup `options`. `lock_timeout` is shorter
 * than the client timeout, so a slow lock fails without killing the connection. Keepalives let the
 * server release a lost client's locks. An acknowledged commit is on disk (and on a synchronous
 * standby); stronger `synchronous_commit` settings stay.
 */
const setUpSession = async (
  client: pg.ClientBase,
  { schema, lockMs }: { schema: string; lockMs: number },
): Promise<void> => {
  await client.query(`
    SET search_path = ${pg.escapeIdentifier(schema)};
    SET timezone = 'UTC';
    SET idle_in_transaction_session_timeout = '30s';
    SET lock_timeout = ${Math.ceil(lockMs)};
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'`)
}

/** Unique over time, unlike process ids. */
const SESSION_NAME = `pid || ' ' || backend_start`

const sessionOf = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT ${SESSION_NAME} AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  )
  return rows[0]?.name ?? ''
}

/**
 * Asks the current primary whether it still works on a session's statement; rejects without a
 * response.
 */
const isAtWork = (
  url: string,
  { session, patienceMs }: { session: string; patienceMs: number },
): Promise<boolean> =>
  within(patienceMs, async () => {
    const config = {
      connectionString: await primaryOf(url).address(),
      application_name: 'puente-probe',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    }
    return withConnection(config, async (client) => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE ${SESSION_NAME} = $1 AND state = 'active'`,
        [session],
      )
      return rowCount === 1
    })
  })

/** Connects to the primary; looks it up again after a failure. */
const followPrimary = (pool: pg.Pool, primary: Primary): void => {
  const connect = pool.connect.bind(pool)
  const connectToPrimary = async (): Promise<pg.PoolClient> => {
    pool.options.connectionString = await primary.address()
    return connect()
  }
  const acquire = async (): Promise<pg.PoolClient> => {
    try {
      return await connectToPrimary()
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error
      primary.invalidate()
      return connectToPrimary()
    }
  }
  type AcquireCallback = (
    error: unknown,
    client?: pg.PoolClient,
    release?: pg.PoolClient['release'],
  ) => void
  // node-postgres passes a callback (in `pool.query`) or awaits a promise; support both.
  pool.connect = ((callback?: AcquireCallback) => {
    if (!callback) return acquire()
    return void acquire().then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error),
    )
  }) as typeof pool.connect
}

export const openDatabase = <Tables>(options: DatabaseOptions): Database<Tables> => {
  const pool = createPool(options)
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, query, close: () => query.destroy() }
}

const CONNECTION_LOST = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
])

/** Errors of lost connections, which node-postgres and Kysely report without a code. */
const LOST_IN_WORDS =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/

/** Leaves the outcome ambiguous: an unanswered statement or commit may have taken effect. */
export const isDatabaseUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true
  const code = errorCode(error) ?? ''
  return (
    CONNECTION_LOST.has(code) ||
    // Class 08: connection exception. 57P: server stopping, starting or stopped. 25006: read-only,
    // no longer the primary.
    /^(08|57P|25006$)/.test(code) ||
    // The server refuses connections: too many, or temporarily closed.
    (error as Error & { severity?: unknown }).severity === 'FATAL' ||
    LOST_IN_WORDS.test(error.message)
  )
}

/** Covers lock timeout, deadlock, serialization failure and a changed table. A retry succeeds. */
export const isLockConflict = (error: unknown): boolean =>
  isPlanOld(error) || ['40001', '40P01', '55P03'].includes(errorCode(error) ?? '')
