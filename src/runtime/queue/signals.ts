import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { detached } from '../detached.ts'
import type { Log } from '../log/log.ts'
import { createTally, type RunningTally } from '../log/tally.ts'
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE, PING_EVERY_MS } from '../postgres/database.ts'
import { primaryOf } from '../postgres/primary.ts'
import { endConnection, watchConnection } from '../postgres/watched-connection.ts'
import { backoffMs } from './pause.ts'

/** Keepalives, so that the server detects a lost client. */
const SESSION = `
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3`

/** Signals need no durability. Transaction-local, since a pooler may reuse the session. */
const NOTIFY = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
  FROM unnest($1::text[], $2::text[]) AS signal (channel, payload)`

/**
 * Wake-up calls over LISTEN/NOTIFY. A lost signal costs latency, not data, because listeners poll
 * periodically.
 */
export interface Signals {
  /** `listener` gets each payload, and '' after a reconnect. Returns the unsubscribe function. */
  on(channel: string, listener: (payload: string) => void): () => void
  /** Signals all processes, this one synchronously. Drops undeliverable signals. */
  send(channel: string, payload?: string): void
  /** Resolves at a signal with this payload (or ''), or after `timeoutMs`. */
  next(channel: string, payload: string, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

const RECONNECT = { minMs: 500, maxMs: 5_000 }
/** Throttle: under load, one poll serves many changes. */
const PAUSE_MS = 25
const STATEMENT_MS = 5_000

interface ListenOptions {
  url: string
  applicationName: string
  channels: readonly string[]
  /** Runs before LISTEN. */
  onConnect?: (client: pg.Client) => Promise<void>
  /** Timeout; exceeding it destroys the connection. */
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
    next: (channel, expectedPayload, timeoutMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          off()
          resolve()
        }
        const off = listeners.on(channel, (payload) => {
          if (payload === expectedPayload || payload === '') done()
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

interface SignalSink {
  emit: Emit
  tallyError: RunningTally['tallyError']
}

/** Reconnects with backoff. Rejects if the first connection fails. */
const keepConnected = async (options: ListenOptions, { emit, tallyError }: SignalSink) => {
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
      primary.invalidate()
      await endConnection(connecting).catch(() => {})
      throw error
    }
    connecting.on('end', () => {
      primary.invalidate()
      if (!closed) setTimeout(reconnect, RECONNECT.minMs)
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
        setTimeout(reconnect, backoffMs(++failures, RECONNECT))
      },
    )
  }

  await connect()
  return {
    client: () => client,
    close: async () => {
      closed = true
      if (client) await endConnection(client)
    },
  }
}

const newClient = (
  { applicationName }: ListenOptions,
  address: string,
  { emit, tallyError }: SignalSink,
): pg.Client => {
  const client = new pg.Client({
    connectionString: address,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
  })
  client.on('notification', ({ channel, payload, processId }) => {
    // `send` notified local listeners already.
    if (processId !== sessionOf(client)) emit(channel, payload ?? '')
  })
  client.on('error', (error) => tallyError(error, 'signal connection lost'))
  return client
}

/** Differs behind a pooler, where local listeners get signals twice. */
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

/** Sends the first immediately; dedupes those that follow closely. */
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
    void detached(flush)
  }
}
