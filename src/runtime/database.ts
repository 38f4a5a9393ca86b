import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { addressesOf } from './database-address.ts'
import { errorCode } from './error-code.ts'
import type { Log } from './log.ts'
import { isPlanOld, preparing } from './prepared-statements.ts'
import { type Primary, primaryOf } from './primary.ts'
import { createTally } from './tally.ts'
import {
  DatabaseSilent,
  DEFAULT_LIMITS,
  destroyConnection,
  endConnection,
  watchConnection,
} from './watched-connection.ts'
import { within } from './within.ts'

export interface DatabaseOptions {
  url: string
  /** The schema that unqualified names mean, for example `puente`. */
  schema: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  maxConnections: number
  /** A statement that is not answered after so long is given up, and its connection with it. */
  statementMs?: number | undefined
  /** One that takes longer than this is looked after: a server that does not work on it is gone. */
  lookEveryMs?: number | undefined
  /** Whether statements that come again and again are prepared; some poolers lose what was prepared. */
  isPreparing?: boolean | undefined
  /** Its statements come over and over, each for some rows by an index, and are planned once for that. */
  isHot?: boolean | undefined
  log: Log
}

/** One pool of connections, for Kysely and for the statements that are faster written by hand. */
export interface Database<Tables> {
  pool: pg.Pool
  query: Kysely<Tables>
  close(): Promise<void>
}

/** For `where(column, '=', anyOf(values))`: what is one of these, and nothing where there are none. */
export const anyOf = <Value>(values: readonly Value[]) => sql<Value>`ANY(${values})`

/**
 * Planning anew would cost more than the statement. A plan that was made while a table was all but empty
 * would read all of it, and go on to do so until statistics come.
 */
const HOT = `SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
  SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off`

const INT8_OID = 20

/** int8 as bigint (money), everything else as node-postgres has it (timestamptz as `Date`). */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

export const CONNECT_PATIENCE_MS = 5_000
/** A connection that is broken without a word is noticed by its machine ten seconds later. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
/** An idle connection is asked for a sign of life so often. */
export const PING_EVERY_MS = 5_000
/** A lock is waited for so long, as a share of a statement's limit: the server says so before it is up. */
const LOCK_SHARE = 0.8
/** Whoever still works on a connection when the pool is closed has so long to end. */
const CLOSE_PATIENCE_MS = 1_000

export const createPool = (options: DatabaseOptions): pg.Pool => {
  const { url, schema, log, statementMs = DEFAULT_LIMITS.statementMs, lookEveryMs } = options
  const prepare = options.isPreparing === false ? () => {} : preparing()
  const { tallyError, close: closeTally } = createTally(log)
  const primary = primaryOf(url)
  const clients = new Set<pg.ClientBase>()
  const idle = new Set<pg.ClientBase>()
  /** One connection is dead: those that nobody uses lead to the same server, and are not tried one by one. */
  const dropIdle = (): void => {
    primary.doubt()
    for (const client of idle) {
      // The pool forgets it at once, and not only when its socket has closed.
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
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    ...KEEP_ALIVE,
    types,
    onConnect: async (client) => {
      let session = ''
      clients.add(client)
      client.once('end', () => {
        clients.delete(client)
        idle.delete(client)
      })
      watchConnection(client, {
        limitMs: statementMs,
        pingEveryMs: Math.min(PING_EVERY_MS, statementMs),
        atWork:
          lookEveryMs === undefined
            ? undefined
            : {
                everyMs: lookEveryMs,
                ask: () => isAtWork(url, { session, patienceMs: lookEveryMs }),
              },
        onLost: dropIdle,
      })
      await setUpSession(client, { schema, lockMs: statementMs * LOCK_SHARE })
      if (options.isHot) await client.query(HOT)
      prepare(client)
      if (lookEveryMs) session = await sessionOf(client)
    },
  })
  if (addressesOf(url).length > 1) followPrimary(pool, primary)
  // An idle connection that breaks is replaced at the next use; without a listener it ends the process.
  pool.on('error', (error) => tallyError(error, 'idle database connection lost'))
  // So does one that breaks while it is in use: the pool listens to idle ones only, and the failed
  // query tells its caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error, client) => {
    if (!error) idle.add(client)
  })
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = async () => {
    const late = setTimeout(() => clients.forEach(destroyConnection), CLOSE_PATIENCE_MS)
    await end().finally(() => clearTimeout(late))
    closeTally()
  }
  return pool
}

/**
 * What every session of ours has. Set on the connection and not by `options` of the start, which
 * poolers refuse or ignore. Who waits for a lock is told by the server when that took too long: its
 * connection works. The server hears by itself that we are gone, so that nobody waits for the locks of a
 * connection that was given up. A commit that PostgreSQL has acknowledged is on disk, and
 * where a synchronous standby has to have it, there: what the server's settings ask for beyond that
 * stays as it is.
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

/** Names a session of a server for good: a process id is given out again. */
const SESSION_NAME = `pid || ' ' || backend_start`

const sessionOf = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT ${SESSION_NAME} AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  )
  return rows[0]?.name ?? ''
}

/** Whether the server that is the primary now works for this session; rejects where it does not say. */
const isAtWork = (
  url: string,
  { session, patienceMs }: { session: string; patienceMs: number },
): Promise<boolean> =>
  within(patienceMs, async () => {
    const client = new pg.Client({
      connectionString: await primaryOf(url).address(),
      application_name: 'puente-look',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE ${SESSION_NAME} = $1 AND state = 'active'`,
        [session],
      )
      return rowCount === 1
    } finally {
      await endConnection(client, 500)
    }
  })

/** New connections lead to the host that takes writes; when that has changed, it is found once more. */
const followPrimary = (pool: pg.Pool, primary: Primary): void => {
  const connect = pool.connect.bind(pool)
  const connectToPrimary = async (): Promise<pg.PoolClient> => {
    pool.options.connectionString = await primary.address()
    return connect()
  }
  const take = async (): Promise<pg.PoolClient> => {
    try {
      return await connectToPrimary()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      primary.doubt()
      return connectToPrimary()
    }
  }
  type Taken = (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void
  // As node-postgres has it: with a callback, as its own `query` calls it, or as a promise.
  pool.connect = ((taken?: Taken) => {
    if (!taken) return take()
    return void take().then(
      (client) => taken(undefined, client, client.release),
      (error) => taken(error),
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

/** What node-postgres and Kysely say of a connection that is gone, without a code. */
const LOST_IN_WORDS =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/

/**
 * Whether an error tells that the database is away: nothing is wrong with what was asked of it. What
 * it did of that is not known: a statement or a commit that was not answered may have taken effect.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  const code = errorCode(error) ?? ''
  return (
    CONNECTION_LOST.has(code) ||
    // Class 08, connection exceptions; 57P, the server is stopping, starting or was stopped; 25006, it
    // takes no writes: another one is the primary by now.
    /^(08|57P|25006$)/.test(code) ||
    // It let nobody in: it has too many connections, or was closed for a while.
    (error as Error & { severity?: unknown }).severity === 'FATAL' ||
    LOST_IN_WORDS.test(error.message)
  )
}

/**
 * Whether an error tells that others were at the same rows at the same time: a lock that was waited
 * for too long, a deadlock, a serialization failure, a table that was changed under us. The same work
 * succeeds a moment later.
 */
export const isLockConflict = (error: unknown): boolean =>
  isPlanOld(error) || ['40001', '40P01', '55P03'].includes(errorCode(error) ?? '')
