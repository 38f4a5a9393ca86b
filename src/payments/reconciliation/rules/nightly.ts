import { hondurasDayOf, startOfHondurasDay } from '../../../contract/honduras-time.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { addMs } from '../../../runtime/clock.ts'

const HOUR_MS = 60 * 60_000
const FROM_MS = 2 * HOUR_MS
/** So many minutes the stores of an installation are spread over. */
const SPREAD_MINUTES = 120

/**
 * When a store's night of the Honduras day of `now` begins: at two o'clock and some minutes, always
 * the same ones for a store, so that not all of them walk the gateway at once.
 */
export const nightOf = (storeId: StoreId, now: Date): { day: string; at: Date } => {
  const day = hondurasDayOf(now)
  const midnight = startOfHondurasDay(day) ?? now
  return { day, at: addMs(midnight, FROM_MS + minuteOf(storeId) * 60_000) }
}

const minuteOf = (storeId: StoreId): number => {
  let sum = 0
  for (const sign of storeId) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % SPREAD_MINUTES
  return sum
}
