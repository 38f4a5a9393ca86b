import type { SumsOfPayments } from '../../../db/tables/reconciliation.ts'
import { OUR_SIDE } from '../../../db/tables/reconciliation.ts'
import type { Settlement } from '../../../payments/reconciliation/settlements.ts'
import { csvLine } from '../../requests/csv-line.ts'

const SUMS = ['payments', 'charged', 'voided', 'refunded', 'fees', 'net'] as const

const NAMES = [
  'day',
  'currency',
  ...SUMS.map((name) => `${OUR_SIDE}_${name}`),
  ...SUMS.map((name) => `gateway_${name}`),
  'gateway_seen_at',
  'gateway_is_whole',
]

export function* csvOfSettlements(settlements: readonly Settlement[]): Generator<string> {
  yield csvLine(NAMES)
  for (const { day, currency, [OUR_SIDE]: ours, gateway, ...seen } of settlements) {
    const sumsOf = (side: SumsOfPayments | null) => SUMS.map((name) => side?.[name] ?? null)
    yield csvLine([
      day,
      currency,
      ...sumsOf(ours),
      ...sumsOf(gateway),
      seen.gateway_seen_at,
      String(seen.gateway_is_whole),
    ])
  }
}
