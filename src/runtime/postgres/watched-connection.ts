import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { detached } from '../detached.ts'

export interface DatabaseLimits {
  /** Timeout; exceeding it destroys the connection. */
  statementMs: number
  /** Timeout for migrations, retention, reports. */
  longStatementMs: number
}

export const DEFAULT_LIMITS: DatabaseLimits = { statementMs: 10_000, longStatementMs: 600_000 }

/** The server was silent for too long. The outcome is ambiguous. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Read-only: another server is the primary. */
export class NotPrimary extends Error {
  readonly code = READ_ONLY
}

const READ_ONLY = '25006'
const ANSWER_ON_ITS_WAY_MS = 1_000

export interface WatchOptions {
  limitMs: number
  /** Interval of the idle heartbeat. */
  pingEveryMs: number
  /**
   * Probes on another connection whether the server still works on a slow statement. `false`
   * destroys the connection; a rejection means unknown.
   */
  probe?: { everyMs: number; isWorking: () => Promise<boolean> } | undefined
  onLost?: (() => void) | undefined
}

/**
 * Destroys the connection on a statement timeout, or if the server is read-only. node-postgres's
 * `query_timeout` would leave a half-dead connection with a response pending.
 */
export const watchConnection = (
  client: pg.ClientBase,
  { limitMs, pingEveryMs, probe, onLost }: WatchOptions,
): void => {
  const connection = connectionOf(client)
  let deadline: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined
  let probeTimer: NodeJS.Timeout | undefined
  let generation = 0

  const giveUp = (error: Error): void => {
    stop()
    connection.stream.destroy(error)
    onLost?.()
  }
  const stop = (): void => {
    generation += 1
    clearTimeout(deadline)
    clearTimeout(ping)
    clearTimeout(probeTimer)
  }
  const probeLater = (): void => {
    if (!probe) return
    const about = generation
    probeTimer = setTimeout(async () => {
      const isAtWork = await probe.isWorking().catch(() => true)
      // A response may be in transit.
      if (!isAtWork) await sleep(ANSWER_ON_ITS_WAY_MS)
      if (generation !== about) return
      if (isAtWork) probeLater()
      else giveUp(new DatabaseSilent('PostgreSQL does not work on the statement any more'))
    }, probe.everyMs)
  }
  const pingLater = (): void => {
    ping = setTimeout(() => detached(() => client.query('SELECT 1')).catch(() => {}), pingEveryMs)
    ping.unref()
  }

  const send = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    stop()
    const text = `PostgreSQL has not answered for ${limitMs / 1_000} s`
    const about = generation
    deadline = setTimeout(() => {
      // A busy process may not have read the response yet.
      setImmediate(() => {
        if (generation === about) giveUp(new DatabaseSilent(text))
      })
    }, limitMs)
    probeLater()
    return send(...args)
  }) as typeof client.query
  // Runs when no query is in flight.
  client.on('drain', () => {
    stop()
    pingLater()
  })
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== READ_ONLY) return
    // The caller gets the server's error first.
    setImmediate(() => giveUp(new NotPrimary('this PostgreSQL takes no writes')))
  })
  connection.once('end', stop)
  pingLater()
}

export const destroyConnection = (client: pg.ClientBase): void => {
  connectionOf(client).stream.destroy()
}

/** Opens a connection for `work` alone. */
export const withConnection = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await endConnection(client)
  }
}

const GOODBYE_MS = 500

/** Destroys the connection if the server does not say goodbye. */
export const endConnection = async (client: pg.Client): Promise<void> => {
  const late = setTimeout(() => destroyConnection(client), GOODBYE_MS)
  await client.end().finally(() => clearTimeout(late))
}

/** node-postgres's types lack it; TLS replaces the stream. */
const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: EventEmitter & { stream: Duplex } }).connection
