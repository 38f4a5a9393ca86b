import type { Call } from '../call/caller.ts'
import type { Settings } from '../call/settings.ts'
import type { Feed, FeedEntry } from '../generated/merchant-api.ts'
import { isOrderEvent, type NotificationEvent } from '../notifications/events.ts'
import { createDeliver, eventOfEntry, type FeedOptions, isSelected, newSecret } from './deliver.ts'

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
  waitFor(
    fits: (event: NotificationEvent) => boolean,
    options?: { timeoutMs?: number },
  ): Promise<NotificationEvent>
  /** Ends after the delivery in flight. Rejects if the feed had failed for good. */
  close(): Promise<void>
}

const WAIT_SECONDS = 10

/** Events that `waitFor` remembers. */
const MOST_REMEMBERED = 1_000

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
    } = options
    const deliver = createDeliver(settings, { ...options, secret })
    const ending = new AbortController()
    const { signal } = ending
    const end = (): void => ending.abort()
    if (options.signal?.aborted) end()
    options.signal?.addEventListener('abort', end)

    const { store, cursor: now } = await call('readFeed', { query: { from: 'now', limit: 1 } })
    let cursor = options.after ?? (options.from === 'beginning' ? '0-0' : now)
    const delivered = createDelivered()

    const take = async (entry: FeedEntry): Promise<void> => {
      if (isSelected(entry, options)) {
        const outcome = await deliver(entry, { tries, signal })
        if (outcome === 'aborted') return
        if (outcome === 'delivered') delivered.add(eventOfEntry(entry))
      }
      cursor = entry.cursor
    }
    const follow = async (): Promise<void> => {
      while (!signal.aborted) {
        const query = { events, after: cursor, wait: WAIT_SECONDS }
        const page = await call('readFeed', { query }, { signal, maxRetries: MOST_RETRIES })
        for (const entry of page.data) {
          if (signal.aborted) return
          await take(entry)
        }
        if (!signal.aborted) cursor = page.cursor
      }
    }
    const following = follow().catch((error: unknown) => {
      if (!signal.aborted) delivered.fail(error)
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

/** Remembers delivered events, and wakes who waits for one. */
const createDelivered = () => {
  const events: NotificationEvent[] = []
  const waiting = new Set<() => void>()
  let failure: { error: unknown } | undefined
  const wake = (): void => {
    for (const look of [...waiting]) look()
  }
  const rethrow = (): void => {
    if (failure) throw failure.error
  }
  const waitFor: Listening['waitFor'] = (fits, { timeoutMs = 30_000 } = {}) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        waiting.delete(look)
      }
      const look = (): void => {
        const found = events.find(fits)
        if (!found && !failure) return
        stop()
        if (found) resolve(found)
        else reject(failure?.error)
      }
      const timer = setTimeout(() => {
        stop()
        const came = events.map(nameOf).join(', ') || 'nothing'
        reject(new Error(`The event did not arrive within ${timeoutMs} ms. Delivered: ${came}.`))
      }, timeoutMs)
      waiting.add(look)
      look()
    })
  return {
    add: (event: NotificationEvent): void => {
      events.push(event)
      if (events.length > MOST_REMEMBERED) events.shift()
      wake()
    },
    fail: (error: unknown): void => {
      failure = { error }
      wake()
    },
    rethrow,
    waitFor,
  }
}

const nameOf = (event: NotificationEvent): string => {
  if (isOrderEvent(event)) return `${event.type} ${event.data.order.id}`
  return event.type === 'unknown' ? event.name : event.type
}
