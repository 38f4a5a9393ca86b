import { hourOf } from '../../db/events/webhook-counts.ts'
import { addStoreWork, type StoreWorkOfHour } from '../../db/stores/store-work.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { StoreWorkCounts } from '../../domain/store-work.ts'
import { type Clock, SECOND } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createTally } from '../../runtime/log/tally.ts'
import type { Database } from '../../runtime/postgres/database.ts'
import { type Loop, startLoop } from '../../runtime/queue/loop.ts'
import type { StoreWorkCounter } from '../ports/store-work-counter.ts'

const WRITE_EVERY_MS = 5 * SECOND

const NOTHING = { events: 0, tasks: 0, notifications: 0, late: 0, late_after_failure: 0 }

/**
 * Counts in memory and adds to the hour every five seconds, so that the counts cost no write per
 * order. A crash loses the last ones.
 */
export const countStoreWork = ({
  db,
  clock,
  log,
  levelSeconds,
}: {
  db: Pick<Database<unknown>, 'pool'>
  clock: Clock
  log: Log
  levelSeconds: number
}): StoreWorkCounter & { close(): Promise<void> } => {
  let unwritten = new Map<string, StoreWorkOfHour>()
  const { tallyError, close: closeTally } = createTally(log)
  /** Starts with the first count: commands count nothing. */
  let loop: Loop | undefined

  const add = (one: StoreWorkOfHour): void => {
    const key = `${one.store_id} ${one.hour.getTime()}`
    const known = unwritten.get(key)
    unwritten.set(key, known ? { ...known, ...sumOf(known, one) } : one)
  }
  const count = (store_id: StoreId, counts: Partial<StoreWorkCounts>): void => {
    add({ ...NOTHING, ...counts, store_id, hour: hourOf(clock.now()) })
    loop ??= startLoop({ poll: () => write().then(() => WRITE_EVERY_MS), onFailure })
  }
  const write = async (): Promise<void> => {
    if (unwritten.size === 0) return
    const counted = [...unwritten.values()]
    unwritten = new Map()
    try {
      await addStoreWork(db.pool, counted)
    } catch (error) {
      for (const one of counted) add(one)
      throw error
    }
  }
  const onFailure = (error: unknown) => tallyError(error, 'work of stores not written down yet')

  return {
    eventApplied: (storeId) => count(storeId, { events: 1 }),
    taskTried: (storeId) => count(storeId, { tasks: 1 }),
    notified: (storeId, { tookMs, tries }) => {
      const late = tookMs > levelSeconds * SECOND ? 1 : 0
      count(storeId, { notifications: 1, late, late_after_failure: tries > 1 ? late : 0 })
    },
    close: async () => {
      await loop?.close()
      await write().catch(onFailure)
      closeTally()
    },
  }
}

const sumOf = (one: StoreWorkCounts, other: StoreWorkCounts): StoreWorkCounts => ({
  events: one.events + other.events,
  tasks: one.tasks + other.tasks,
  notifications: one.notifications + other.notifications,
  late: one.late + other.late,
  late_after_failure: one.late_after_failure + other.late_after_failure,
})
