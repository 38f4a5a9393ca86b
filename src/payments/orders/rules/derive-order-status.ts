import { isPaymentState } from '../../../contract/payment-states.ts'
import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import type { OrderConflict, OrderStatus } from '../../../db/tables/orders.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import { wasCharged } from './advance.ts'

/** What the rule looks at of an attempt. */
export type AttemptFacts = Pick<
  PaymentRow,
  'id' | 'attempt' | 'state' | 'amount_minor' | 'currency' | 'refunded_minor' | 'paid_at'
> &
  Partial<Pick<PaymentRow, 'charge_check'>>

export type OrderFacts = Pick<
  OrderRow,
  'amount_minor' | 'currency' | 'current_payment_id' | 'cancelled_at' | 'time_over_at'
>

export interface DerivedOrder {
  status: OrderStatus
  conflict: OrderConflict | null
  /** The attempts that took money, whatever became of it. */
  charged: readonly AttemptFacts[]
  /** The attempts whose money the shop has; more than one is conflict. */
  keptIds: readonly PaymentId[]
  /** The effective payment: the one that pays the order; as long as none does, the current one. */
  effectivePayment: AttemptFacts | undefined
  /** Of an order that was not paid on the card page in time: no payment of its own expires there. */
  timeOverAt: Date | null
}

/**
 * Where an order stands, from itself and its attempts alone: whatever happened in whatever order, the same
 * attempts give the same status. Only a charged attempt or the current one is the effective payment,
 * so the expiry of an old attempt never touches a paid order.
 */
export const deriveOrderStatus = (
  order: OrderFacts,
  attempts: readonly AttemptFacts[],
): DerivedOrder => {
  const charged = attempts.filter(({ state }) => isPaymentState(state) && wasCharged(state))
  const kept = charged.filter(({ state }) => state !== 'voided' && state !== 'refunded')
  // What was too much and was refunded is no conflict any more.
  const fits = ({ amount_minor, refunded_minor, currency }: AttemptFacts) =>
    currency === order.currency &&
    (amount_minor === order.amount_minor || amount_minor - refunded_minor === order.amount_minor)

  const keptIds = kept.map(({ id }) => id).sort()
  const effectivePayment = earliest(kept.filter(fits)) ?? earliest(kept) ?? charged.at(-1)
  if (!effectivePayment) {
    const current = attempts.find(({ id }) => id === order.current_payment_id)
    return {
      status: statusWithoutCharge(order, current),
      conflict: null,
      charged,
      keptIds,
      effectivePayment: current,
      timeOverAt: order.time_over_at,
    }
  }
  const status = statusOfCharge(effectivePayment)
  const derived = { charged, keptIds, effectivePayment, timeOverAt: null }
  if (order.cancelled_at && kept.length > 0) {
    return { status: 'on_hold', conflict: 'paid_after_cancellation', ...derived }
  }
  if (kept.length > 1) return { status, conflict: 'paid_twice', ...derived }
  if (kept.length === 1 && !fits(effectivePayment)) {
    return { status: 'on_hold', conflict: 'paid_other_amount', ...derived }
  }
  // The signed event pays the order regardless of `GET`; a person reviews the conflict.
  if (kept.length === 1 && effectivePayment.charge_check?.result === 'contradicted') {
    return { status, conflict: 'not_paid_at_gateway', ...derived }
  }
  return { status, conflict: null, ...derived }
}

/**
 * Of several charges the one that was paid first by the gateway's time, then the lower attempt: whose
 * event came first says nothing. One of which it is not known when it was paid comes last.
 */
const earliest = (charges: readonly AttemptFacts[]): AttemptFacts | undefined =>
  charges.toSorted(
    (one, other) => paidAtMs(one) - paidAtMs(other) || one.attempt - other.attempt,
  )[0]

const paidAtMs = ({ paid_at }: AttemptFacts): number =>
  paid_at?.getTime() ?? Number.MAX_SAFE_INTEGER

const statusWithoutCharge = (
  { cancelled_at, time_over_at }: OrderFacts,
  current: AttemptFacts | undefined,
): OrderStatus => {
  if (cancelled_at) return 'cancelled'
  const ended = current?.state === 'expired' || current?.state === 'disabled'
  return ended || time_over_at ? 'payment_expired' : 'awaiting_payment'
}

const statusOfCharge = ({ state }: AttemptFacts): OrderStatus => {
  switch (state) {
    case 'partially_refunded':
    case 'refunded':
    case 'voided':
      return state
    default:
      return 'paid'
  }
}
