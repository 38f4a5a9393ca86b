import type { SumsOfPayments } from '../../ledger/tables/reconciliation.ts'
import type { Settlement } from '../../payments/reconcile/settlements.ts'
import { csvLine } from './csv.ts'

const SUMS = ['payments', 'charged', 'voided', 'refunded', 'fees', 'net'] as const

const NAMES = [
  'day',
  'currency',
  ...SUMS.map((name) => `ledger_${name}`),
  ...SUMS.map((name) => `gateway_${name}`),
  'gateway_seen_at',
  'gateway_is_whole',
]

/** The settlement view, a line for each day and currency. */
export function* csvOfSettlements(settlements: readonly Settlement[]): Generator<string> {
  yield csvLine(NAMES)
  for (const { day, currency, ledger, gateway, ...seen } of settlements) {
    const sumsOf = (side: SumsOfPayments | null) => SUMS.map((name) => side?.[name] ?? null)
    yield csvLine([
      day,
      currency,
      ...sumsOf(ledger),
      ...sumsOf(gateway),
      seen.gateway_seen_at,
      String(seen.gateway_is_whole),
    ])
  }
}
