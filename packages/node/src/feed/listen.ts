import type { Call } from '../call/caller.ts'
import type { Settings } from '../call/settings.ts'
import type { Feed, FeedEntry } from '../generated/merchant-api.ts'
import {
  createDeliver,
  eventOfEntry,
  type FeedOptions,
  isSelected,
  newSecret,
  nextTurn,
} from './deliver.ts'
import { createDelivered, type WaitFor } from './delivered.ts'

export interface ListenOptions extends FeedOptions {
  /** Cursor of the last entry received. */
  after?: string | undefined
  /** Start without a cursor. Defaults to `now`. */
  from?: 'beginning' | 'now' | undefined
  /**
   * Tries for one entry; the next follows. By default without end, which keeps the order as Puente
   * does.
   */
  tries?: number | undefined
  /** Called if the feed fails for good, such as for a revoked key. Prints the error by default. */
  onError?: ((error: unknown) => void) | undefined
}

/** A running `listen`. */
export interface Listening {
  store: Feed['store']
  /** Secret that signs the deliveries. */
  secret: string
  /** Cursor of the last entry delivered, to go on from. */
  readonly cursor: string
  /**
   * Resolves with the first delivered event that fits, also one of before. Rejects after
   * `timeoutMs` (30,000 by default) and names what arrived instead.
   */
  waitFor: WaitFor
  /**
   * Ends after the delivery in flight: a callback `to` must not wait for it. Rejects if the feed had
   * failed for good.
   */
  close(): Promise<void>
}

const WAIT_SECONDS = 10

/** Time for an answer beyond the wait, whatever the limit of other calls is. */
const LEAST_TIMEOUT_MS = WAIT_SECONDS * 1_000 + 10_000

/** The feed survives a restart of Puente. */
const MOST_RETRIES = 1_000

/**
 * Follows the notifications of the store from now on. Resolves as soon as it follows: an order that
 * is paid after that is delivered.
 */
export const listenTo =
  (call: Call, settings: Settings) =>
  async (options: ListenOptions): Promise<Listening> => {
    const {
      events = 'notifications',
      secret = newSecret(),
      tries = Number.POSITIVE_INFINITY,
      onDelivery,
      onError = printError,
    } = options
    const delivered = createDelivered()
    const deliver = createDeliver(settings, {
      to: options.to,
      secret,
      onDelivery: (report) => {
        delivered.note(report)
        onDelivery?.(report)
      },
    })
    const ending = new AbortController()
    const { signal } = ending
    const end = (): void => {
      ending.abort()
      delivered.end()
    }
    if (options.signal?.aborted) end()
    options.signal?.addEventListener('abort', end)

    const newest = { query: { from: 'now', limit: 1 } } as const
    const { store, cursor: now } = await call('readFeed', newest, { signal }).catch((error) => {
      options.signal?.removeEventListener('abort', end)
      throw error
    })
    let cursor = options.after ?? (options.from === 'beginning' ? '0-0' : now)

    const take = async (entry: FeedEntry): Promise<void> => {
      if (isSelected(entry, options)) {
        const outcome = await deliver(entry, { tries, signal })
        if (outcome === 'aborted') return
        if (outcome === 'delivered') delivered.add(eventOfEntry(entry))
      }
      cursor = entry.cursor
    }
    const patience = {
      signal,
      maxRetries: MOST_RETRIES,
      timeoutMs: Math.max(settings.timeoutMs, LEAST_TIMEOUT_MS),
    }
    const follow = async (): Promise<void> => {
      while (!signal.aborted) {
        const query = { events, after: cursor, wait: WAIT_SECONDS }
        const page = await call('readFeed', { query }, patience)
        for (const entry of page.data) {
          if (signal.aborted) return
          await take(entry)
        }
        if (!signal.aborted) cursor = page.cursor
        await nextTurn()
      }
    }
    const following = follow().catch((error: unknown) => {
      if (signal.aborted) return
      delivered.fail(error)
      onError(error)
    })
    return {
      store,
      secret,
      get cursor() {
        return cursor
      },
      waitFor: delivered.waitFor,
      close: async () => {
        end()
        options.signal?.removeEventListener('abort', end)
        await following
        delivered.rethrow()
      },
    }
  }

const printError = (error: unknown): void => {
  // biome-ignore lint/suspicious/noConsole: without it, a program that only listens would end in silence.
  console.error('listen() ended:', error)
}
