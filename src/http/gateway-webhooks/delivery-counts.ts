import {
  addDeliveries,
  type DeliveryCount,
  hourOf,
  type WebhookLatestRow,
  type WebhookRefusalRow,
} from '../../db/webhook-counts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/database.ts'
import type { Log } from '../../runtime/log.ts'
import { createTally } from '../../runtime/tally.ts'
import type { IdHeader } from '../metrics.ts'

/** Which of a store's secrets has signed a delivery. */
export type SignedBy = 'current' | 'previous'

/**
 * Counts deliveries in memory and writes them down from time to time, so that no delivery waits for
 * that and a flood of forged ones costs no writes. What was counted since the last time is lost with
 * the process: a count is no promise.
 */
export interface DeliveryCounts {
  accepted(storeId: StoreId, delivery: { type: string | null; by: SignedBy }): void
  repeated(storeId: StoreId, count: number): void
  /** Its signature was refused, and is so old by its own word. */
  refused(storeId: StoreId, refusal: { reason: string; ageSeconds: number | null }): void
  /** Rightly signed, and without an id that can be read. */
  withoutId(storeId: StoreId): void
  /** Its header did not name the event of the signed body. */
  idHeader(storeId: StoreId, header: IdHeader): void
  /** Writes down what was counted. */
  close(): Promise<void>
}

const WRITE_EVERY_MS = 1_000

export const createDeliveryCounts = ({
  db,
  clock,
  log,
}: {
  db: Pick<Database<unknown>, 'pool'>
  clock: Clock
  log: Log
}): DeliveryCounts => {
  let counts = new Map<string, DeliveryCount>()
  let latest = new Map<string, WebhookLatestRow>()
  let refusals = new Map<string, WebhookRefusalRow>()
  let writing: Promise<void> | undefined
  const { tallyError, close: closeTally } = createTally(log)

  const count = (one: DeliveryCount): void => {
    const key = `${one.storeId} ${one.hour.getTime()} ${one.result} ${one.detail}`
    const known = counts.get(key)
    if (known) known.count += one.count
    else counts.set(key, { ...one })
  }

  const write = async (): Promise<void> => {
    if (counts.size === 0) return
    const [counted, last, lastRefused] = [counts, latest, refusals]
    counts = new Map()
    latest = new Map()
    refusals = new Map()
    try {
      await addDeliveries(db.pool, {
        // In one order everywhere: processes that write the same rows would wait for each other.
        counts: [...counted].toSorted(byKey).map(([, one]) => one),
        latest: [...last].toSorted(byKey).map(([, one]) => one),
        refusals: [...lastRefused].toSorted(byKey).map(([, one]) => one),
      })
    } catch (error) {
      for (const one of counted.values()) count(one)
      latest = new Map([...last, ...latest])
      refusals = new Map([...lastRefused, ...refusals])
      tallyError(error, 'deliveries counted, not written down yet')
    }
  }

  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = undefined
    })
  }, WRITE_EVERY_MS)

  const now = () => {
    const at = clock.now()
    return { at, hour: hourOf(at) }
  }
  return {
    accepted: (storeId, { type, by }) => {
      const { at, hour } = now()
      count({ storeId, hour, result: 'accepted', detail: by, count: 1 })
      const known = latest.get(storeId)
      latest.set(storeId, {
        store_id: storeId,
        at,
        type,
        by_current_secret_at: by === 'current' ? at : (known?.by_current_secret_at ?? null),
        by_previous_secret_at: by === 'previous' ? at : (known?.by_previous_secret_at ?? null),
      })
    },
    repeated: (storeId, times) => {
      const { hour } = now()
      count({ storeId, hour, result: 'repeated', detail: '', count: times })
    },
    refused: (storeId, { reason, ageSeconds }) => {
      const { at, hour } = now()
      count({ storeId, hour, result: 'bad-signature', detail: reason, count: 1 })
      const age_seconds = ageSeconds === null ? null : BigInt(ageSeconds)
      refusals.set(`${storeId} ${reason}`, { store_id: storeId, reason, at, age_seconds })
    },
    withoutId: (storeId) => {
      count({ storeId, hour: now().hour, result: 'no-event-id', detail: '', count: 1 })
    },
    idHeader: (storeId, header) => {
      count({ storeId, hour: now().hour, result: 'id-header', detail: header, count: 1 })
    },
    close: async () => {
      clearInterval(timer)
      await writing
      await write().finally(closeTally)
    },
  }
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0
