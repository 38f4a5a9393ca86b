import { isPaymentState } from '../../../contract/payment-states.ts'
import { advance, type PaymentStatus, wasCharged } from '../../orders/rules/advance.ts'

/** A payment's money in the gateway's list, if different. */
export interface Listed {
  state?: string | null | undefined
  refunded_minor?: bigint | undefined
}

/**
 * Reports whether the list shows money that `GET` does not: one response is stale. States only
 * advance and sums only grow, so the one ahead was true once.
 */
export const isBehindList = (
  { state, refunded_minor = 0n }: Listed,
  shown: PaymentStatus,
): boolean => {
  if (refunded_minor > shown.refunded_minor) return true
  if (!state || !isPaymentState(state) || !wasCharged(state)) return false
  return advance(shown, { ...shown, state }).state !== shown.state
}
