import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * Wake-up calls between processes over PostgreSQL's LISTEN/NOTIFY. A signal says "look again",
 * never what changed: one that is lost costs time, not data, and listeners look by themselves
 * from time to time.
 */
export interface Signals {
  /** Calls `listener` with the payload of every signal on `channel`, and with '' after a reconnect. */
  on(channel: string, listener: (payload: string) => void): () => void
  /** Signals every listening process; a signal that cannot be sent is dropped. */
  send(channel: string, payload?: string): void
  /** Resolves at the next signal on `channel` with this payload, or after `timeoutMs`. */
  next(channel: string, payload: string, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

const RECONNECT_DELAY_MS = 500
const PAUSE_MS = 3

export const listenForSignals = async (options: {
  url: string
  applicationName: string
  channels: readonly string[]
  /** Runs on every new connection before it listens. */
  onConnect?: (client: pg.Client) => Promise<void>
  log: Log
}): Promise<Signals> => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: pg.Client | undefined
  let closed = false

  const emit = (channel: string, payload: string) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener(payload)
  }

  const connect = async (): Promise<void> => {
    const connecting = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    connecting.on('notification', ({ channel, payload }) => emit(channel, payload ?? ''))
    connecting.on('error', (error) => options.log.warn({ err: error }, 'signal connection lost'))
    try {
      await connecting.connect()
      await options.onConnect?.(connecting)
      // A signal holds nothing that has to outlive a crash, so it does not wait for the disk.
      await connecting.query('SET synchronous_commit = off')
      for (const channel of options.channels) {
        await connecting.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      }
      if (closed) throw new Error('closed in the meantime')
    } catch (error) {
      await connecting.end().catch(() => {})
      throw error
    }
    connecting.on('end', () => {
      if (!closed) setTimeout(reconnect, RECONNECT_DELAY_MS)
    })
    client = connecting
  }

  const reconnect = () => {
    if (closed) return
    connect().then(
      () => {
        for (const channel of options.channels) emit(channel, '')
      },
      (error) => {
        if (closed) return
        options.log.warn({ err: error }, 'signal connection not restored yet')
        setTimeout(reconnect, RECONNECT_DELAY_MS)
      },
    )
  }

  await connect()

  const on: Signals['on'] = (channel, listener) => {
    const group = listeners.get(channel) ?? new Set()
    listeners.set(channel, group.add(listener))
    return () => group.delete(listener)
  }

  const unsent = new Set<string>()
  let sending = false

  /** The first signal goes at once; equal ones that follow closely are sent once. */
  const flush = async (): Promise<void> => {
    if (sending) return
    sending = true
    while (unsent.size > 0) {
      const signals = [...unsent]
      unsent.clear()
      for (const signal of signals) {
        const [channel, payload] = JSON.parse(signal)
        await client?.query('SELECT pg_notify($1, $2)', [channel, payload]).catch(() => {})
      }
      await sleep(PAUSE_MS)
    }
    sending = false
  }

  return {
    on,
    send: (channel, payload = '') => {
      unsent.add(JSON.stringify([channel, payload]))
      void flush()
    },
    next: (channel, wanted, timeoutMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          off()
          resolve()
        }
        const off = on(channel, (payload) => {
          if (payload === wanted || payload === '') done()
        })
        const timer = setTimeout(done, timeoutMs)
      }),
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
