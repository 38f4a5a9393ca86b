import type { Call } from '../call/caller.ts'
import type { Settings } from '../call/settings.ts'
import type { FeedEntry } from '../generated/merchant-api.ts'
import { createDeliver, type FeedOptions, isSelected, newSecret } from './deliver.ts'

export interface ReplayOptions extends FeedOptions {
  /** Cursor to start after; the oldest entry that Puente keeps by default. */
  after?: string | undefined
  /** Only entries of this time or later, such as the start of an outage. */
  since?: Date | undefined
  /** Only entries before this time. */
  until?: Date | undefined
  /** Tries for one entry. Defaults to 3. */
  tries?: number | undefined
}

export interface Replayed {
  delivered: number
  /** Entries that the target never acknowledged, without their bodies. */
  failed: Omit<FeedEntry, 'body'>[]
  /** `false`: the signal aborted the replay; continue after `cursor`. */
  isComplete: boolean
  /** Cursor after the last entry, for `listen({ after })`. */
  cursor: string
  secret: string
}

const PAGE = 100

/** Pages in a row without progress: a transaction of Puente holds the feed back for seconds each. */
const MOST_STALLS = 20

/**
 * Hands past notifications to the target, oldest first. A body has the current state of its order.
 * A replay keeps the id of the first delivery, so that a shop can dedupe.
 */
export const replayTo =
  (call: Call, settings: Settings) =>
  async (options: ReplayOptions): Promise<Replayed> => {
    const { events = 'notifications', secret = newSecret(), tries = 3, signal } = options
    checkTime('since', options.since)
    checkTime('until', options.until)
    const deliver = createDeliver(settings, { ...options, secret })
    const cursor = options.after ?? '0-0'
    const result: Replayed = { delivered: 0, failed: [], isComplete: false, cursor, secret }
    const { cursor: end } = await call('readFeed', { query: { from: 'now', limit: 1 } }, { signal })
    for (let stalls = 0; stalls < MOST_STALLS; ) {
      const after = result.cursor
      const page = await call('readFeed', { query: { events, after, limit: PAGE } }, { signal })
      for (const entry of page.data) {
        if (isSelected(entry, options) && isWithin(entry, options)) {
          const outcome = await deliver(entry, { tries, signal })
          if (outcome === 'aborted') return result
          if (outcome === 'delivered') result.delivered++
          else result.failed.push(withoutBody(entry))
        }
        result.cursor = entry.cursor
        if (signal?.aborted) return result
      }
      result.cursor = page.cursor
      if (hasReached(page.cursor, { end, events })) return { ...result, isComplete: true }
      stalls = page.cursor === after ? stalls + 1 : 0
    }
    throw new Error(
      `The feed of Puente does not advance beyond ${result.cursor}. Replay again from there with "after".`,
    )
  }

const checkTime = (name: string, time: unknown): void => {
  if (time === undefined || (time instanceof Date && !Number.isNaN(time.getTime()))) return
  throw new TypeError(`"${name}" is not a valid Date.`)
}

const withoutBody = ({ body: _, ...entry }: FeedEntry): Omit<FeedEntry, 'body'> => entry

const isWithin = ({ at }: FeedEntry, { since, until }: ReplayOptions): boolean =>
  (!since || new Date(at) >= since) && (!until || new Date(at) < until)

/** An empty page is not the end: Puente leaves out notifications that a later change replaced. */
const hasReached = (
  cursor: string,
  { end, events }: { end: string; events: NonNullable<FeedOptions['events']> },
): boolean => {
  const [notification, event] = positionsOf(cursor)
  const [lastNotification, lastEvent] = positionsOf(end)
  return (
    (events === 'gateway' || notification >= lastNotification) &&
    (events === 'notifications' || event >= lastEvent)
  )
}

const positionsOf = (cursor: string): [notification: bigint, event: bigint] => {
  const [notification = '0', event = '0'] = cursor.split('-')
  return [BigInt(notification), BigInt(event)]
}
