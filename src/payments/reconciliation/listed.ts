import { isPaymentState } from '../../contract/payment-states.ts'
import type { DiscrepancyRow } from '../../db/discrepancies.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { parseMoney } from '../../domain/money.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import type { DifferenceDetails } from './describe-discrepancy.ts'
import type { Listed } from './rules/behind-list.ts'

/** The gateway's list knew of money that the payment by itself does not show. */
export interface BehindList {
  outcome: 'behind-list'
  /** The state that it shows by itself; `null`: it is not there. */
  shows: string | null
}

/** What the gateway's list said of the payment of a difference, as the difference tells it. */
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

/** Whether the list showed that money was taken. */
export const wasListedAsCharged = (discrepancy: Pick<DiscrepancyRow, 'details'>): boolean => {
  const { state } = listedIn(discrepancy)
  return typeof state === 'string' && isPaymentState(state) && wasCharged(state)
}
