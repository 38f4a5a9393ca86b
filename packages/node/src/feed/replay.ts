import type { Call } from '../call/caller.ts'
import type { Settings } from '../call/settings.ts'
import type { FeedEntry } from '../generated/merchant-api.ts'
import { createDeliver, type FeedOptions, isSelected, newSecret } from './deliver.ts'

export interface ReplayOptions extends FeedOptions {
  /** Cursor to start after; the oldest entry that Puente keeps by default. */
  after?: string | undefined
  /** Tries for one entry. Defaults to 3. */
  tries?: number | undefined
}

export interface Replayed {
  delivered: number
  /** Entries that the target never acknowledged. */
  failed: FeedEntry[]
  /** Cursor after the last entry, for `listen({ after })`. */
  cursor: string
  secret: string
}

const PAGE = 100

/**
 * Hands past notifications to the target, oldest first. A body has the current state of its order.
 * A replay keeps the id of the first delivery, so that a shop can dedupe.
 */
export const replayTo =
  (call: Call, settings: Settings) =>
  async (options: ReplayOptions): Promise<Replayed> => {
    const { events = 'notifications', secret = newSecret(), tries = 3, signal } = options
    const deliver = createDeliver(settings, { ...options, secret })
    const result: Replayed = { delivered: 0, failed: [], cursor: options.after ?? '0-0', secret }
    for (;;) {
      const query = { events, after: result.cursor, limit: PAGE }
      const page = await call('readFeed', { query }, { signal })
      for (const entry of page.data) {
        if (isSelected(entry, options)) {
          const outcome = await deliver(entry, { tries, signal })
          if (outcome === 'aborted' || signal?.aborted) return result
          if (outcome === 'delivered') result.delivered++
          else result.failed.push(entry)
        }
        result.cursor = entry.cursor
      }
      if (page.data.length === 0) return result
      result.cursor = page.cursor
    }
  }
