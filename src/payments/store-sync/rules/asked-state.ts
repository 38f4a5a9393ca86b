import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import { isOrderOpen } from '../../../domain/order-status.ts'
import { isOpenCharge } from '../../orders/rules/charges/open-attempts.ts'
import { isHeldBack } from '../../orders/rules/held-back.ts'

/**
 * - `paid`: Puente would notify the store of the payment.
 * - `in_flight`: a payment may still take money. The gateway cannot close a hosted checkout
 *   (`gateway-api.md` 4), so a checkout counts until the gateway reports its end.
 * - `unpaid`: no payment took money, and none can.
 * - `unknown`: anything else, such as a conflict that a person resolves.
 */
export const ASKED_STATES = ['paid', 'in_flight', 'unpaid', 'unknown'] as const
export type AskedState = (typeof ASKED_STATES)[number]

type Attempt = Pick<PaymentRow, 'mode' | 'state' | 'gateway_payment_id'> &
  Partial<Pick<PaymentRow, 'charge_check'>>

/**
 * Reports whether the gateway may know more of an attempt: an open one, or the newest checkout even
 * if ended, because the event of a charge made in time may arrive after its expiry.
 */
export const isToBeAsked = (attempt: Attempt, newest: Attempt | undefined): boolean => {
  if (attempt.mode !== 'hosted') return isOpenCharge(attempt)
  if (attempt.gateway_payment_id === null) return false
  const isEnded = attempt.state === 'expired' || attempt.state === 'disabled'
  return attempt.state === 'pending' || (isEnded && attempt === newest)
}

const mayTakeMoney = (attempt: Attempt): boolean =>
  isOpenCharge(attempt) ||
  (attempt.mode === 'hosted' && (attempt.state === 'intended' || attempt.state === 'pending'))

/** `isAnswered`: the gateway answered for each attempt that was asked about. */
export const stateOfAsked = (
  order: Pick<OrderRow, 'status' | 'conflict'>,
  attempts: readonly Attempt[],
  { isAnswered }: { isAnswered: boolean },
): AskedState => {
  if (order.status === 'paid' || order.status === 'partially_refunded') {
    if (order.conflict === 'not_paid_at_gateway') return 'unknown'
    return attempts.some(isHeldBack) ? 'in_flight' : 'paid'
  }
  if (!isAnswered || !(isOrderOpen(order) || order.status === 'cancelled')) return 'unknown'
  return attempts.some(mayTakeMoney) ? 'in_flight' : 'unpaid'
}
