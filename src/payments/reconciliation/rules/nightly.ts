import { hondurasDayOf, startOfHondurasDay } from '../../../contract/honduras-time.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { addMs, HOUR, MINUTE } from '../../../runtime/clock.ts'

const FROM_MS = 2 * HOUR
const SPREAD_MINUTES = 120

/**
 * Returns the start of a store's night on the Honduras day of `now`: after 2 a.m., at a fixed
 * minute per store, to spread the gateway's load.
 */
export const nightOf = (storeId: StoreId, now: Date): { day: string; at: Date } => {
  const day = hondurasDayOf(now)
  const midnight = startOfHondurasDay(day) ?? now
  return { day, at: addMs(midnight, FROM_MS + minuteOf(storeId) * MINUTE) }
}

const minuteOf = (storeId: StoreId): number => {
  let sum = 0
  for (const sign of storeId) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % SPREAD_MINUTES
  return sum
}
