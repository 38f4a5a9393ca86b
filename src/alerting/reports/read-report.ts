import { openAlertsOfStores } from '../../db/alerts/alerts-of-stores.ts'
import type { StoreRow } from '../../db/db.ts'
import {
  MONEY_KINDS,
  type MoneyKind,
  type MoneyRow,
  moneyByDay,
} from '../../db/payments/money-by-day.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { readSettlements, type Settlement } from '../../payments/reconciliation/settlements.ts'
import { type DayWindow, instantsOf } from '../../payments/reconciliation/window.ts'

export interface MoneyCount {
  count: number
  minor: bigint
}

export interface DayOfReport extends Record<MoneyKind, MoneyCount> {
  /** Honduras day. */
  day: string
  currency: string
  settlement: Settlement | undefined
}

export interface StoreReport extends DayWindow {
  days: DayOfReport[]
  /** Open alerts by kind, the most frequent first. */
  attention: { kind: AlertKind; count: number }[]
}

const MOST_ALERTS = 1_000

/** Reads a store's report: money by day and currency, settlements, open alerts. */
export const readReport = async (
  ctx: PaymentsContext,
  { store, window }: { store: StoreRow; window: DayWindow },
): Promise<StoreReport> => {
  const { query } = ctx.db.long
  const storeIds = [store.id]
  const within = { storeIds, ...instantsOf(window) }
  const money = await Promise.all(
    MONEY_KINDS.map(async (kind) => [kind, await moneyByDay(query, kind, within)] as const),
  )
  const read = await readSettlements(ctx, { storeId: store.id, window })
  const settlements = read.outcome === 'read' ? read.settlements : []
  const open = await openAlertsOfStores(query, { storeIds, limit: MOST_ALERTS })
  return { ...window, days: daysOf(new Map(money), settlements), attention: countsOf(open) }
}

const daysOf = (
  money: ReadonlyMap<MoneyKind, readonly MoneyRow[]>,
  settlements: readonly Settlement[],
): DayOfReport[] => {
  const keyOf = ({ day, currency }: { day: string; currency: string }) => `${day} ${currency}`
  const rows = [...money.values()].flat()
  const keys = [...new Set([...rows, ...settlements].map(keyOf))].sort()
  return keys.map((key) => {
    const [day = '', currency = ''] = key.split(' ')
    const sumOf = (kind: MoneyKind) =>
      sumOfCounts((money.get(kind) ?? []).filter((row) => keyOf(row) === key))
    return {
      ...{ day, currency, paid: sumOf('paid'), refunded: sumOf('refunded') },
      declined: sumOf('declined'),
      settlement: settlements.find((row) => keyOf(row) === key),
    }
  })
}

export const sumOfCounts = (counts: readonly MoneyCount[]): MoneyCount => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  minor: counts.reduce((sum, { minor }) => sum + minor, 0n),
})

const countsOf = (open: readonly { kind: AlertKind }[]): StoreReport['attention'] =>
  [...Map.groupBy(open, ({ kind }) => kind)]
    .map(([kind, { length: count }]) => ({ kind, count }))
    .sort((one, other) => other.count - one.count)
