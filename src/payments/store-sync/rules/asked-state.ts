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

const OF_CHECKOUTS: readonly string[] = [
  'pending',
  'expired',
  'disabled',
] satisfies Attempt['state'][]

/**
 * Reports whether the gateway may know more of an attempt: an open one, or any ended checkout,
 * because the event of a charge made in time may be late or lost.
 */
export const isToBeAsked = (attempt: Attempt): boolean =>
  attempt.mode === 'hosted'
    ? attempt.gateway_payment_id !== null && OF_CHECKOUTS.includes(attempt.state)
    : isOpenCharge(attempt)

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
