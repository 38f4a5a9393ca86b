import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How long statements may take. */
export interface DatabaseLimits {
  /** A statement that is not answered after so long is given up, and its connection with it. */
  statementMs: number
  /** The same for those that may take long by their nature: making tables, retention, reports. */
  longStatementMs: number
}

export const DEFAULT_LIMITS: DatabaseLimits = { statementMs: 10_000, longStatementMs: 600_000 }

/** PostgreSQL has said nothing for as long as a statement may take. What it did is not known. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The server that this connection leads to takes no writes: another one is the primary. */
export class NotPrimary extends Error {
  readonly code = READ_ONLY
}

const READ_ONLY = '25006'
const ANSWER_ON_ITS_WAY_MS = 1_000

export interface WatchOptions {
  /** How long a statement may go without an answer. */
  limitMs: number
  /** An idle connection is asked for a sign of life so often. */
  pingEveryMs: number
  /**
   * Asks on another connection whether the server still works on a statement that takes long. Asked
   * every `everyMs`; `false` gives the connection up. One that cannot say rejects.
   */
  atWork?: { everyMs: number; ask: () => Promise<boolean> } | undefined
  /** The connection was given up. */
  onLost?: (() => void) | undefined
}

/**
 * Gives a connection up, which closes its socket and fails whatever was asked of it, when a statement
 * is not answered in time, and when the server turns out to take no writes. A half-dead connection is
 * so never used again: node-postgres's own `query_timeout` leaves it open, with an answer to come.
 */
export const watchConnection = (
  client: pg.ClientBase,
  { limitMs, pingEveryMs, atWork, onLost }: WatchOptions,
): void => {
  const connection = connectionOf(client)
  let deadline: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined
  let look: NodeJS.Timeout | undefined
  let asked = 0

  const giveUp = (error: Error): void => {
    stop()
    connection.stream.destroy(error)
    onLost?.()
  }
  const stop = (): void => {
    asked += 1
    clearTimeout(deadline)
    clearTimeout(ping)
    clearTimeout(look)
  }
  const lookLater = (): void => {
    if (!atWork) return
    const about = asked
    look = setTimeout(async () => {
      const isAtWork = await atWork.ask().catch(() => true)
      // An answer that is on its way comes meanwhile.
      if (!isAtWork) await sleep(ANSWER_ON_ITS_WAY_MS)
      if (asked !== about) return
      if (isAtWork) lookLater()
      else giveUp(new DatabaseSilent('PostgreSQL does not work on the statement any more'))
    }, atWork.everyMs)
  }
  const pingLater = (): void => {
    ping = setTimeout(() => client.query('SELECT 1').catch(() => {}), pingEveryMs)
    ping.unref()
  }

  const send = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    stop()
    const text = `PostgreSQL has not answered for ${limitMs / 1_000} s`
    const about = asked
    deadline = setTimeout(() => {
      // Where we were busy ourselves, the answer is here and has not been read yet.
      setImmediate(() => {
        if (asked === about) giveUp(new DatabaseSilent(text))
      })
    }, limitMs)
    lookLater()
    return send(...args)
  }) as typeof client.query
  // All that was asked is answered.
  client.on('drain', () => {
    stop()
    pingLater()
  })
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== READ_ONLY) return
    // Whoever asked is told first, by the server's own words.
    setImmediate(() => giveUp(new NotPrimary('this PostgreSQL takes no writes')))
  })
  connection.once('end', stop)
  pingLater()
}

/** Closes it without waiting for anybody. */
export const destroyConnection = (client: pg.ClientBase): void => {
  connectionOf(client).stream.destroy()
}

/** Ends a connection; a server that does not say goodbye within `patienceMs` is not waited for. */
export const endConnection = async (client: pg.Client, patienceMs: number): Promise<void> => {
  const late = setTimeout(() => destroyConnection(client), patienceMs)
  await client.end().finally(() => clearTimeout(late))
}

/** What node-postgres has of a connection and its types do not name; the stream changes with TLS. */
const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: EventEmitter & { stream: Duplex } }).connection
