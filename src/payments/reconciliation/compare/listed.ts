import { isPaymentState } from '../../../contract/payment-states.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { parseMoney } from '../../../domain/money.ts'
import { wasCharged } from '../../orders/rules/advance.ts'
import type { Listed } from '../rules/behind-list.ts'
import type { DifferenceDetails } from './describe-discrepancy.ts'

/** The gateway's list showed money that `GET` does not. */
export interface BehindList {
  outcome: 'behind-list'
  /** State in `GET`; `null`: not found. */
  shows: string | null
}

/** Parses the list's version of a payment from its discrepancy. */
export const listedIn = ({ details }: Pick<DiscrepancyRow, 'details'>): Listed => {
  const { differs, currency }: DifferenceDetails = details
  const code = differs?.currency?.[1] ?? (typeof currency === 'string' ? currency : '')
  const inCurrency = currencyByCode(code)
  const refunded = differs?.refunded?.[1]
  const parsed = inCurrency && refunded ? parseMoney(refunded, inCurrency) : undefined
  return {
    state: differs?.state?.[1],
    ...(parsed?.ok ? { refunded_minor: parsed.money.minor } : {}),
  }
}

export const wasListedAsCharged = (discrepancy: Pick<DiscrepancyRow, 'details'>): boolean => {
  const { state } = listedIn(discrepancy)
  return typeof state === 'string' && isPaymentState(state) && wasCharged(state)
}
