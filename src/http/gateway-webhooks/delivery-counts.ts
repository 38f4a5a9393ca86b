import { addDeliveries, type CountedDeliveries, hourOf } from '../../db/events/webhook-counts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Database } from '../../runtime/postgres/database.ts'
import { createBatchedCounts } from '../../runtime/queue/batched-counts.ts'

export type DeliveryCounts = ReturnType<typeof createDeliveryCounts>

const WRITE_EVERY_MS = 1_000

/** Counts by the hour; forged floods cost no writes. */
export const createDeliveryCounts = ({
  db,
  clock,
  log,
}: {
  db: Pick<Database<unknown>, 'pool'>
  clock: Clock
  log: Log
}) => {
  const { add, close } = createBatchedCounts<CountedDeliveries>({
    log,
    everyMs: WRITE_EVERY_MS,
    keyOf: ({ store_id, hour, result, detail }) =>
      `${store_id} ${hour.getTime()} ${result} ${detail}`,
    sum: (known, added) => ({
      ...(known.at > added.at ? known : added),
      count: known.count + added.count,
    }),
    write: (counted) => addDeliveries(db.pool, counted),
    failure: 'deliveries counted, not written down yet',
  })
  const count = (
    store_id: StoreId,
    one: Pick<CountedDeliveries, 'result'> & Partial<CountedDeliveries>,
  ): void => {
    const at = clock.now()
    const of = { detail: '', count: 1, type: null, age_seconds: null, ...one }
    add({ store_id, hour: hourOf(at), at, ...of })
  }
  return { count, close }
}
