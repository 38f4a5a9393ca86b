import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CONNECT_PATIENCE_MS, KEEP_ALIVE, PING_EVERY_MS } from './database.ts'
import type { Log } from './log.ts'
import { pauseAfter } from './pause.ts'
import { primaryOf } from './primary.ts'
import { createTally, type RunningTally } from './tally.ts'
import { endConnection, watchConnection } from './watched-connection.ts'

/** The server notices by itself that we are gone, so that others know it soon. */
const SESSION = `
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3`

/**
 * A signal holds nothing that has to outlive a crash, so its commit does not wait for the disk: this one
 * alone, since a pooler may give the session to somebody else.
 */
const NOTIFY = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
  FROM unnest($1::text[], $2::text[]) AS signal (channel, payload)`

/**
 * Wake-up calls between processes over PostgreSQL's LISTEN/NOTIFY. A signal says "look again",
 * never what changed: one that is lost costs time, not data, and listeners look by themselves
 * from time to time.
 */
export interface Signals {
  /** Calls `listener` with the payload of every signal on `channel`, and with '' after a reconnect. */
  on(channel: string, listener: (payload: string) => void): () => void
  /**
   * Signals every listening process, this one at once; a signal that cannot be sent to the others is
   * dropped.
   */
  send(channel: string, payload?: string): void
  /** Resolves at the next signal on `channel` with this payload, or after `timeoutMs`. */
  next(channel: string, payload: string, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

const RECONNECT = { leastMs: 500, mostMs: 5_000 }
/** Other processes are signalled at most so often: under load one look serves many changes. */
const PAUSE_MS = 25
/** A server that is silent is not waited for when all is closed. */
const GOODBYE_MS = 500
/** The connection does nothing that takes long. */
const STATEMENT_MS = 5_000

interface ListenOptions {
  url: string
  applicationName: string
  channels: readonly string[]
  /** Runs on every new connection before it listens. */
  onConnect?: (client: pg.Client) => Promise<void>
  /** A statement that is not answered after so long is given up, and the connection with it. */
  statementMs?: number | undefined
  log: Log
}

export const listenForSignals = async (options: ListenOptions): Promise<Signals> => {
  const listeners = createListeners()
  const { tallyError, close: closeTally } = createTally(options.log)
  const connection = await keepConnected(options, { emit: listeners.emit, tallyError })
  return {
    on: listeners.on,
    send: createSender(connection.client, listeners.emit),
    next: (channel, wanted, timeoutMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          off()
          resolve()
        }
        const off = listeners.on(channel, (payload) => {
          if (payload === wanted || payload === '') done()
        })
        const timer = setTimeout(done, timeoutMs)
      }),
    close: async () => {
      await connection.close()
      closeTally()
    },
  }
}

type Emit = (channel: string, payload: string) => void

const createListeners = (): { on: Signals['on']; emit: Emit } => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  return {
    on: (channel, listener) => {
      const group = listeners.get(channel) ?? new Set()
      listeners.set(channel, group.add(listener))
      return () => group.delete(listener)
    },
    emit: (channel, payload) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(payload)
    },
  }
}

interface Heard {
  emit: Emit
  tallyError: RunningTally['tallyError']
}

/** Listens on a connection, and on another one when it is lost. Rejects when the first one fails. */
const keepConnected = async (options: ListenOptions, { emit, tallyError }: Heard) => {
  const primary = primaryOf(options.url)
  let failures = 0
  let client: pg.Client | undefined
  let closed = false

  const connect = async (): Promise<void> => {
    const connecting = newClient(options, await primary.address(), { emit, tallyError })
    try {
      await listen(connecting, options)
      if (closed) throw new Error('closed in the meantime')
    } catch (error) {
      primary.doubt()
      await endConnection(connecting, GOODBYE_MS).catch(() => {})
      throw error
    }
    connecting.on('end', () => {
      primary.doubt()
      if (!closed) setTimeout(reconnect, RECONNECT.leastMs)
    })
    client = connecting
  }

  const reconnect = () => {
    if (closed) return
    connect().then(
      () => {
        failures = 0
        for (const channel of options.channels) emit(channel, '')
      },
      (error) => {
        if (closed) return
        tallyError(error, 'signal connection not restored yet')
        setTimeout(reconnect, pauseAfter(++failures, RECONNECT))
      },
    )
  }

  await connect()
  return {
    client: () => client,
    close: async () => {
      closed = true
      if (client) await endConnection(client, GOODBYE_MS)
    },
  }
}

const newClient = (
  { applicationName }: ListenOptions,
  address: string,
  { emit, tallyError }: Heard,
): pg.Client => {
  const client = new pg.Client({
    connectionString: address,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    ...KEEP_ALIVE,
  })
  client.on('notification', ({ channel, payload, processId }) => {
    // This process has heard its own at once.
    if (processId !== sessionOf(client)) emit(channel, payload ?? '')
  })
  client.on('error', (error) => tallyError(error, 'signal connection lost'))
  return client
}

/** The server's number of the session; behind a pooler it may be another, and a signal is heard twice. */
const sessionOf = (client: pg.Client): number | null => {
  const { processID } = client as pg.Client & { processID?: number | null }
  return processID ?? null
}

const listen = async (
  client: pg.Client,
  { statementMs = STATEMENT_MS, onConnect, channels }: ListenOptions,
): Promise<void> => {
  const limitMs = Math.min(STATEMENT_MS, statementMs)
  await client.connect()
  watchConnection(client, { limitMs, pingEveryMs: Math.min(PING_EVERY_MS, limitMs) })
  await client.query(SESSION)
  await onConnect?.(client)
  for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
}

/** The first signal goes at once; equal ones that follow closely are sent once. */
const createSender = (client: () => pg.Client | undefined, emitHere: Emit): Signals['send'] => {
  const unsent = new Set<string>()
  let sending = false
  const flush = async (): Promise<void> => {
    if (sending) return
    sending = true
    while (unsent.size > 0) {
      const signals = [...unsent]
      unsent.clear()
      const pairs: [string, string][] = signals.map((signal) => JSON.parse(signal))
      const values = [pairs.map(([channel]) => channel), pairs.map(([, payload]) => payload)]
      await client()
        ?.query(NOTIFY, values)
        .catch(() => {})
      await sleep(PAUSE_MS)
    }
    sending = false
  }
  return (channel, payload = '') => {
    emitHere(channel, payload)
    unsent.add(JSON.stringify([channel, payload]))
    void flush()
  }
}
