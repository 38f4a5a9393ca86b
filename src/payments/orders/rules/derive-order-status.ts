import { isPaymentState } from '../../../contract/payment-states.ts'
import type { AttemptState, OrderConflict, OrderStatus } from '../../../db/tables/orders.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import { wasCharged } from './advance.ts'

/** What the rule looks at of an attempt; amounts in minor units. */
export interface AttemptFacts {
  id: PaymentId
  /** Its ordinal within the order. */
  attempt: number
  state: AttemptState
  amountMinor: bigint
  currency: string
  refundedMinor: bigint
  paidAt: Date | null
}

export interface OrderFacts {
  amountMinor: bigint
  currency: string
  currentPaymentId: PaymentId | null
  isCancelled: boolean
  /** When the time to pay on the card page was found to be over; `null` for every other order. */
  timeOverAt: Date | null
}

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
  const fits = ({ amountMinor, refundedMinor, currency }: AttemptFacts) =>
    currency === order.currency &&
    (amountMinor === order.amountMinor || amountMinor - refundedMinor === order.amountMinor)

  const keptIds = kept.map(({ id }) => id).sort()
  const effectivePayment = earliest(kept.filter(fits)) ?? earliest(kept) ?? charged.at(-1)
  if (!effectivePayment) {
    const current = attempts.find(({ id }) => id === order.currentPaymentId)
    return {
      status: statusWithoutCharge(order, current),
      conflict: null,
      charged,
      keptIds,
      effectivePayment: current,
      timeOverAt: order.timeOverAt,
    }
  }
  const status = statusOfCharge(effectivePayment)
  const derived = { charged, keptIds, effectivePayment, timeOverAt: null }
  if (order.isCancelled && kept.length > 0) {
    return { status: 'on_hold', conflict: 'paid_after_cancellation', ...derived }
  }
  if (kept.length > 1) return { status, conflict: 'paid_twice', ...derived }
  if (kept.length === 1 && !fits(effectivePayment)) {
    return { status: 'on_hold', conflict: 'paid_other_amount', ...derived }
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

const paidAtMs = ({ paidAt }: AttemptFacts): number => paidAt?.getTime() ?? Number.MAX_SAFE_INTEGER

const statusWithoutCharge = (
  { isCancelled, timeOverAt }: OrderFacts,
  current: AttemptFacts | undefined,
): OrderStatus => {
  if (isCancelled) return 'cancelled'
  const ended = current?.state === 'expired' || current?.state === 'disabled'
  return ended || timeOverAt ? 'payment_expired' : 'awaiting_payment'
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
