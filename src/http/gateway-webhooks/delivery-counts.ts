import { addDeliveries, type CountedDeliveries, hourOf } from '../../db/events/webhook-counts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createTally } from '../../runtime/log/tally.ts'
import type { Database } from '../../runtime/postgres/database.ts'
import { startLoop } from '../../runtime/queue/loop.ts'

export type DeliveryCounts = ReturnType<typeof createDeliveryCounts>

const WRITE_EVERY_MS = 1_000

/**
 * Counts in memory, flushed every second: forged floods cost no writes. A crash loses the last
 * counts.
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
  const loop = startLoop({ poll: () => write().then(() => WRITE_EVERY_MS), onFailure })

  return {
    count,
    close: async (): Promise<void> => {
      await loop.close()
      await write().catch(onFailure)
      closeTally()
    },
  }
}
