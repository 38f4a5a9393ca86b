import { atOneMoment } from '../../db/db.ts'
import {
  type DaySums,
  daysNotSeenWhole,
  dbSumsByDay,
  reconciledDays,
  seenSumsByDay,
} from '../../db/reconciliation/reconciliation-sums.ts'
import type { SumsOfPayments } from '../../db/tables/reconciliation.ts'
import { OUR_SIDE } from '../../db/tables/reconciliation.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { noSums, viewOfSums } from './compare/totals.ts'
import { type DayWindow, instantsOf, refusalOfWindow, type WindowRefusal } from './window.ts'

export interface Settlement {
  day: string
  currency: string
  [OUR_SIDE]: SumsOfPayments
  /** From the latest reconciliation of the day; `null` without one. */
  gateway: SumsOfPayments | null
  gateway_seen_at: string | null
  /** True if later runs covered every charge of the day. */
  gateway_is_whole: boolean
}

export type SettlementsOutcome =
  | { outcome: 'read'; settlements: Settlement[] }
  | { outcome: 'refused'; reason: WindowRefusal }

/**
 * Reads settlements by day and currency. Voids and refunds count on the day of their charge: the
 * list has no refund timestamp (2.1).
 */
export const readSettlements = async (
  ctx: PaymentsContext,
  { storeId, window }: { storeId: StoreId; window: DayWindow },
): Promise<SettlementsOutcome> => {
  const reason = refusalOfWindow(window, ctx.clock.now())
  if (reason) return { outcome: 'refused', reason }
  const settlements = await atOneMoment(ctx.db.long.query, async (query) => {
    const about = { storeId, ...window, ...instantsOf(window) }
    const inDb = byDay(await dbSumsByDay(query, about))
    const seen = byDay(await seenSumsByDay(query, about))
    const seenAt = new Map(
      (await reconciledDays(query, about)).map(({ day, seen_at }) => [day, seen_at]),
    )
    const notWhole = await daysNotSeenWhole(query, about)
    const keys = [...new Set([...inDb.keys(), ...seen.keys()])].sort()
    return keys.map((key): Settlement => {
      const [day = '', currency = ''] = key.split(' ')
      const at = seenAt.get(day)
      return {
        day,
        currency,
        [OUR_SIDE]: viewOfSums(inDb.get(key) ?? noSums(currency)),
        gateway: at ? viewOfSums(seen.get(key) ?? noSums(currency)) : null,
        gateway_seen_at: at?.toISOString() ?? null,
        gateway_is_whole: at !== undefined && !notWhole.has(day),
      }
    })
  })
  return { outcome: 'read', settlements }
}

const byDay = (sums: readonly DaySums[]): Map<string, DaySums> =>
  new Map(sums.map((each) => [`${each.day} ${each.currency}`, each]))
