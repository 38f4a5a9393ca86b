import { isPaymentState } from '../../../contract/payment-states.ts'
import { advance, type PaymentStatus, wasCharged } from '../../orders/rules/advance.ts'

/** What the gateway's list said of a payment's money, where it differed from the database. */
export interface Listed {
  state?: string | null | undefined
  refunded_minor?: bigint | undefined
}

/**
 * Whether the gateway's list knew of money that the payment does not show when it is asked for by
 * itself: one of the two answers is old. States only advance and sums only grow, so what is ahead
 * was true once.
 */
export const isBehindList = (
  { state, refunded_minor = 0n }: Listed,
  shown: PaymentStatus,
): boolean => {
  if (refunded_minor > shown.refunded_minor) return true
  if (!state || !isPaymentState(state) || !wasCharged(state)) return false
  return advance(shown, { ...shown, state }).state !== shown.state
}
