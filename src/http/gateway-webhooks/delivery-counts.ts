import { addDeliveries, type CountedDeliveries, hourOf } from '../../db/webhook-counts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/database.ts'
import type { Log } from '../../runtime/log.ts'
import { startLoop } from '../../runtime/loop.ts'
import { createTally } from '../../runtime/tally.ts'
import type { IdHeader } from '../metrics.ts'

export type DeliveryCounts = ReturnType<typeof createDeliveryCounts>

const WRITE_EVERY_MS = 1_000

/**
 * Counts deliveries in memory and writes them down from time to time, so that no delivery waits for
 * that and a flood of forged ones costs no writes. What was counted since the last time is lost with
 * the process: a count is no promise.
 */
export const createDeliveryCounts = ({
  db,
  clock,
  log,
}: {
  db: Pick<Database<unknown>, 'pool'>
  clock: Clock
  log: Log
}) => {
  let unwritten = new Map<string, CountedDeliveries>()
  const { tallyError, close: closeTally } = createTally(log)

  const add = (one: CountedDeliveries): void => {
    const key = `${one.store_id} ${one.hour.getTime()} ${one.result} ${one.detail}`
    const known = unwritten.get(key)
    const count = one.count + (known?.count ?? 0)
    if (known) Object.assign(known, known.at > one.at ? {} : one, { count })
    else unwritten.set(key, one)
  }
  /** Counts a delivery of this moment, or more that were alike. */
  const count = (
    store_id: StoreId,
    one: Pick<CountedDeliveries, 'result'> & Partial<CountedDeliveries>,
  ): void => {
    const at = clock.now()
    const of = { detail: '', count: 1, type: null, age_seconds: null, ...one }
    add({ store_id, hour: hourOf(at), at, ...of })
  }

  const write = async (): Promise<void> => {
    if (unwritten.size === 0) return
    const counted = [...unwritten.values()]
    unwritten = new Map()
    try {
      await addDeliveries(db.pool, counted)
    } catch (error) {
      for (const one of counted) add(one)
      throw error
    }
  }
  const onFailure = (error: unknown) =>
    tallyError(error, 'deliveries counted, not written down yet')
  const loop = startLoop({ look: () => write().then(() => WRITE_EVERY_MS), onFailure })

  return {
    /** `by`: which of the store's secrets has signed it. */
    accepted: (
      storeId: StoreId,
      { type, by }: { type: string | null; by: 'current' | 'previous' },
    ): void => count(storeId, { result: 'accepted', detail: by, type }),
    repeated: (storeId: StoreId, times: number): void =>
      count(storeId, { result: 'repeated', count: times }),
    /** Its signature was refused, and is so old by its own word. */
    refused: (
      storeId: StoreId,
      { reason, ageSeconds }: { reason: string; ageSeconds: number | null },
    ): void => count(storeId, { result: 'bad-signature', detail: reason, age_seconds: ageSeconds }),
    /** Rightly signed, and without an id that can be read. */
    withoutId: (storeId: StoreId): void => count(storeId, { result: 'no-event-id' }),
    /** Its header did not name the event of the signed body. */
    idHeader: (storeId: StoreId, header: IdHeader): void =>
      count(storeId, { result: 'id-header', detail: header }),
    /** Writes down what was counted. */
    close: async (): Promise<void> => {
      await loop.close()
      await write().catch(onFailure)
      closeTally()
    },
  }
}
