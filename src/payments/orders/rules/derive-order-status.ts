import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import type { OrderConflict } from '../../../db/tables/orders.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import type { OrderStatus } from '../../../domain/order-status.ts'
import { hasCharge } from './advance.ts'

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
  /** Includes voided and refunded ones. */
  charged: readonly AttemptFacts[]
  /** Charges not voided or fully refunded. More than one is a conflict. */
  keptIds: readonly PaymentId[]
  /** Payment that pays the order; else the last charge, else the current attempt. */
  effectivePayment: AttemptFacts | undefined
  /** When the payment deadline of the card page passed, where no gateway payment expires. */
  timeOverAt: Date | null
}

/**
 * Derives an order's status from the order and its attempts alone, in any sequence of events. Only
 * a charged or the current attempt can be effective: the expiry of an old one never touches a paid
 * order.
 */
export const deriveOrderStatus = (
  order: OrderFacts,
  attempts: readonly AttemptFacts[],
): DerivedOrder => {
  const charged = attempts.filter(hasCharge)
  const kept = charged.filter(({ state }) => state !== 'voided' && state !== 'refunded')
  // Refunding the excess of an overpayment resolves its conflict.
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
  // The signed event pays the order regardless of a contradicting `GET`; an operator reviews the
  // conflict.
  if (kept.length === 1 && effectivePayment.charge_check?.result === 'contradicted') {
    return { status, conflict: 'not_paid_at_gateway', ...derived }
  }
  return { status, conflict: null, ...derived }
}

/**
 * Returns the earliest gateway `paid_at` (missing last), then the lower attempt: the arrival order
 * of events proves nothing.
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
