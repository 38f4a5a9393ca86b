import type { AlertKind } from '../../../db/tables/alerts.ts'
import type { DiscrepancyKind } from '../../../db/tables/reconciliation.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { FoundDiscrepancy } from '../rules/classify-discrepancy.ts'

/** Side compared with the database, which comes first. */
export type OtherSide = 'gateway' | 'store'

/** `[database, other side]`, amounts as decimals. */
export interface DifferenceDetails extends Record<string, unknown> {
  side?: OtherSide
  differs?: Record<string, [string | null, string | null]>
  /** Honduras day of a discrepancy without an order or payment row. */
  day?: string
}

export const detailsOf = (
  { fields }: Pick<FoundDiscrepancy, 'fields'>,
  { side, currency }: { side: OtherSide; currency: string },
): DifferenceDetails => {
  const currencies = fields.currency ?? [currency, currency]
  const differs = Object.fromEntries(
    Object.entries(fields).map(([name, [ours, theirs]]) => [
      name,
      [textOf(ours, String(currencies[0])), textOf(theirs, String(currencies[1]))] as [
        string | null,
        string | null,
      ],
    ]),
  )
  return { side, currency, differs }
}

const textOf = (
  fact: FoundDiscrepancy['fields'][string][0],
  currencyCode: string,
): string | null => {
  if (fact === null || typeof fact === 'string') return fact
  if (fact instanceof Date) return fact.toISOString()
  const currency = currencyByCode(currencyCode)
  return currency ? formatMoney({ minor: fact, currency }) : String(fact)
}

/**
 * Returns the alert kind of a discrepancy; `undefined` if another alert covers it, as for
 * conflicts.
 */
export const alertOfDiscrepancy = (
  kind: DiscrepancyKind,
  { side }: DifferenceDetails,
): AlertKind | undefined => {
  if (kind === 'unreadable_order') return 'store_data_unreadable'
  if (side === 'store') return 'store_disagrees'
  switch (kind) {
    case 'not_paid_at_gateway':
    case 'missing_at_gateway':
      return 'payment_not_at_gateway'
    case 'gateway_disagrees':
    case 'missed_event':
    case 'amount_drift':
    case 'refunded_on_one_side':
      return side === 'gateway' ? 'payment_differs' : undefined
    case 'payment_unknown':
      return 'payment_without_order'
    case 'unreadable_payment':
      return 'gateway_data_unreadable'
    case 'store_says_paid':
    case 'missing_in_store':
      return 'store_disagrees'
    case 'payment_foreign':
    case 'paid_twice':
    case 'paid_after_cancellation':
    case 'store_not_told':
      return undefined
  }
}

/** Alerts that reconciliation opens, and closes once it no longer finds them. */
export const ALERTS_OF_DISCREPANCIES = {
  gateway: [
    'payment_not_at_gateway',
    'payment_differs',
    'payment_without_order',
    'gateway_data_unreadable',
  ],
  store: ['store_disagrees', 'store_data_unreadable'],
} as const satisfies Record<OtherSide, readonly AlertKind[]>
