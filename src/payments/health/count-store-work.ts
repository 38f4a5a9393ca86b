import { hourOf } from '../../db/events/webhook-counts.ts'
import { addStoreWork, type StoreWorkOfHour } from '../../db/stores/store-work.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { StoreWorkCounts } from '../../domain/store-work.ts'
import { type Clock, SECOND } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Database } from '../../runtime/postgres/database.ts'
import { createBatchedCounts } from '../../runtime/queue/batched-counts.ts'
import type { StoreWorkCounter } from '../ports/store-work-counter.ts'

const WRITE_EVERY_MS = 5 * SECOND

const NOTHING = { events: 0, tasks: 0, notifications: 0, late: 0, late_after_failure: 0 }

/** Counts by the hour. */
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
  const { add, close } = createBatchedCounts<StoreWorkOfHour>({
    log,
    everyMs: WRITE_EVERY_MS,
    keyOf: ({ store_id, hour }) => `${store_id} ${hour.getTime()}`,
    sum: (known, added) => ({ ...known, ...sumOf(known, added) }),
    write: (counted) => addStoreWork(db.pool, counted),
    failure: 'work of stores not written down yet',
  })
  const count = (store_id: StoreId, counts: Partial<StoreWorkCounts>): void =>
    add({ ...NOTHING, ...counts, store_id, hour: hourOf(clock.now()) })

  return {
    eventApplied: (storeId) => count(storeId, { events: 1 }),
    taskTried: (storeId) => count(storeId, { tasks: 1 }),
    notified: (storeId, { tookMs, tries }) => {
      const late = tookMs > levelSeconds * SECOND ? 1 : 0
      count(storeId, { notifications: 1, late, late_after_failure: tries > 1 ? late : 0 })
    },
    close,
  }
}

const sumOf = (one: StoreWorkCounts, other: StoreWorkCounts): StoreWorkCounts => ({
  events: one.events + other.events,
  tasks: one.tasks + other.tasks,
  notifications: one.notifications + other.notifications,
  late: one.late + other.late,
  late_after_failure: one.late_after_failure + other.late_after_failure,
})
