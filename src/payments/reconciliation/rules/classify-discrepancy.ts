import type { PaymentRow } from '../../../db/db.ts'
import type { OrderConflict } from '../../../db/tables/orders.ts'
import type { DiscrepancyKind } from '../../../db/tables/reconciliation.ts'
import { isSameOrRounded, type Money } from '../../../domain/money.ts'
import type { OrderStatus } from '../../../domain/order-status.ts'
import {
  advance,
  type PaymentStatus,
  statusOfPayment,
  wasCharged,
} from '../../orders/rules/advance.ts'
import { isAmountOf } from '../../orders/rules/charges/is-amount-of.ts'
import type { StoreOrder, StoreOrderStatus, UnreadableAtStore } from '../../ports/storefront.ts'

/**
 * A discrepancy and its repair. `poll`: the gateway is ahead, and a poll repairs the database.
 * `notify`: notify the store again. `needs-attention`: no rule decides which side is right.
 */
export interface FoundDiscrepancy {
  kind: DiscrepancyKind
  repair: 'poll' | 'notify' | 'needs-attention'
  fields: DifferingFields
}

/** `[database, other side]`; amounts in minor units. */
export type DifferingFields = Record<string, [Fact, Fact]>

type Fact = string | bigint | Date | null

export type KnownPayment = Omit<PaymentStatus, 'state'> &
  Pick<PaymentRow, 'state' | 'amount_minor' | 'currency'>

export interface ShownPayment {
  derived: PaymentStatus
  /** `undefined` if unreadable in its currency. */
  amount: Money | undefined
  /** True for a partial refund without a sum, which cannot be compared. */
  lacksRefundSum?: boolean
}

/**
 * Compares a payment with the gateway's version. States only advance and sums only grow, so a poll
 * repairs the database if the gateway is ahead. If the database is ahead, or sums cannot converge,
 * an operator decides.
 */
export const paymentDifference = (
  payment: KnownPayment,
  { derived, amount, lacksRefundSum }: ShownPayment,
): FoundDiscrepancy | undefined => {
  const known = statusOfPayment(payment)
  const shown = lacksRefundSum ? { ...derived, refunded_minor: known.refunded_minor } : derived
  const states: DifferingFields = { state: [known.state, shown.state] }
  const refunds: DifferingFields = { refunded: [known.refunded_minor, shown.refunded_minor] }
  const isCharged = wasCharged(shown.state)
  if (wasCharged(known.state) && !isCharged) {
    return { kind: 'not_paid_at_gateway', repair: 'needs-attention', fields: states }
  }
  const next = advance(known, shown)
  const gatewayIsAhead = next.state !== known.state || next.refunded_minor !== known.refunded_minor
  const dbIsAhead =
    isCharged && (next.state !== shown.state || next.refunded_minor !== shown.refunded_minor)
  if (dbIsAhead && !gatewayIsAhead) {
    const fields = { ...(next.state === shown.state ? {} : states), ...refunds }
    return { kind: 'refunded_on_one_side', repair: 'needs-attention', fields }
  }
  const amounts = differentAmounts(payment, amount)
  if (gatewayIsAhead) {
    const fields = { ...states, ...(next.refunded_minor === known.refunded_minor ? {} : refunds) }
    return { kind: 'missed_event', repair: 'poll', fields: { ...fields, ...amounts } }
  }
  if (amounts) {
    // A poll adopts the charged amount. It cannot change the amount that an open checkout asks for.
    return { kind: 'amount_drift', repair: isCharged ? 'poll' : 'needs-attention', fields: amounts }
  }
  const sums = differentSums({ known, shown, next })
  if (sums) return { kind: 'amount_drift', ...sums }
  if (next.transaction_id !== known.transaction_id || !sameInstant(next.paid_at, known.paid_at)) {
    const fields: DifferingFields = {
      transaction_id: [known.transaction_id, shown.transaction_id],
      paid_at: [known.paid_at, shown.paid_at],
    }
    return { kind: 'missed_event', repair: 'poll', fields }
  }
  return undefined
}

const sameInstant = (one: Date | null, other: Date | null): boolean =>
  one?.getTime() === other?.getTime()

const differentAmounts = (
  payment: KnownPayment,
  shown: Money | undefined,
): DifferingFields | undefined => {
  if (!shown || isAmountOf(payment, shown)) return undefined
  const { amount_minor, currency } = payment
  return { amount: [amount_minor, shown.minor], currency: [currency, shown.currency.code] }
}

const SUMS = {
  total: 'total_minor',
  service_fee: 'service_fee_minor',
  sales_tax: 'sales_tax_minor',
  tip: 'tip_minor',
} as const satisfies Record<string, keyof PaymentStatus>

/** Compares sums. A poll adopts larger ones; smaller ones need an operator. */
const differentSums = ({
  known,
  shown,
  next,
}: Record<'known' | 'shown' | 'next', PaymentStatus>):
  | Pick<FoundDiscrepancy, 'repair' | 'fields'>
  | undefined => {
  // Amounts before a charge are forecasts (2.1); the largest stays.
  const fields: DifferingFields = {}
  let grows = false
  for (const [name, sum] of Object.entries(SUMS)) {
    const isShown = shown[sum] !== null && shown[sum] !== known[sum]
    if (next[sum] !== known[sum]) grows = true
    if (next[sum] !== known[sum] || (wasCharged(shown.state) && isShown)) {
      fields[name] = [known[sum], shown[sum]]
    }
  }
  if (Object.keys(fields).length === 0) return undefined
  return { repair: grows ? 'poll' : 'needs-attention', fields }
}

export interface NotificationState {
  canBeNotified: boolean
  /** The order's money changed, so the store must get a notification. */
  hasChange: boolean
  wasNotified: boolean
  isDead: boolean
  isUnderWay: boolean
  /** The store ignored the change, then accepted a repeated notification. */
  wasRenotified: boolean
}

export interface KnownOrder {
  status: OrderStatus
  conflict: OrderConflict | null
  amount: Money
  refundedSumMinor: bigint
  /** Charged beyond the amount (fees, tips), in minor units. */
  beyondMinor: bigint
  notifying: NotificationState
  /** `undefined`: not queried. `absent`: unknown to the store. */
  atStore: StoreOrder | UnreadableAtStore | 'absent' | undefined
}

const KIND_OF_CONFLICT = {
  paid_twice: 'paid_twice',
  paid_other_amount: 'amount_drift',
  paid_after_cancellation: 'paid_after_cancellation',
} as const satisfies Record<Exclude<OrderConflict, 'not_paid_at_gateway'>, DiscrepancyKind>

export const orderDifferences = (order: KnownOrder): FoundDiscrepancy[] => {
  const { conflict, notifying, status } = order
  const { canBeNotified, hasChange, wasNotified, isDead, isUnderWay } = notifying
  const fields: DifferingFields = { status: [status, null] }
  const discrepancies: FoundDiscrepancy[] = []
  // Skips `not_paid_at_gateway`: the payment itself already has a discrepancy.
  if (conflict && conflict !== 'not_paid_at_gateway') {
    discrepancies.push({ kind: KIND_OF_CONFLICT[conflict], repair: 'needs-attention', fields })
  }
  if (canBeNotified && isUnderWay) return discrepancies
  if (canBeNotified && (isDead || (hasChange && !wasNotified))) {
    return [...discrepancies, { kind: 'store_not_told', repair: 'notify', fields }]
  }
  const atStore = storeDifference(order)
  return atStore ? [...discrepancies, atStore] : discrepancies
}

/** Store statuses that fit ours. Excludes `on_hold`, which already awaits an operator. */
const STATUSES_AT_STORE: Record<Exclude<OrderStatus, 'on_hold'>, readonly StoreOrderStatus[]> = {
  awaiting_payment: ['unpaid', 'cancelled'],
  payment_expired: ['unpaid', 'cancelled'],
  cancelled: ['unpaid', 'cancelled'],
  paid: ['paid'],
  partially_refunded: ['partially_refunded'],
  refunded: ['refunded', 'cancelled'],
  // A voided order keeps no money; stores have several statuses for that.
  voided: ['refunded', 'cancelled', 'unpaid'],
}

/**
 * Returns bounds on the refund that a store may show. It does not know fees and tips, and no rule
 * says whether a partial refund covers those first.
 */
const shownAtStore = ({ amount, refundedSumMinor, beyondMinor }: KnownOrder) => ({
  least: refundedSumMinor > beyondMinor ? refundedSumMinor - beyondMinor : 0n,
  most: refundedSumMinor < amount.minor ? refundedSumMinor : amount.minor,
})

const fits = (order: KnownOrder, said: StoreOrderStatus): boolean => {
  const { status, amount } = order
  if (status === 'on_hold' || STATUSES_AT_STORE[status].includes(said)) return true
  if (status !== 'partially_refunded') return false
  const { least, most } = shownAtStore(order)
  // A sum of zero may mean that the gateway omitted it.
  const isKnown = order.refundedSumMinor > 0n
  return (
    (said === 'paid' && isKnown && least === 0n) || (said === 'refunded' && most === amount.minor)
  )
}

const REFUNDED_STATUSES: readonly StoreOrderStatus[] = ['partially_refunded', 'refunded']

const storeDifference = (order: KnownOrder): FoundDiscrepancy | undefined => {
  const { status, atStore, amount, refundedSumMinor, notifying } = order
  if (atStore === undefined || status === 'on_hold') return undefined
  if (isUnreadableAtStore(atStore))
    return { kind: 'unreadable_order', repair: 'needs-attention', fields: {} }
  // After the second notification an operator decides; more would change nothing.
  const notify = notifying.canBeNotified && !notifying.wasRenotified ? 'notify' : 'needs-attention'
  const holdsMoney = status === 'paid' || status === 'partially_refunded'
  const wasPaid = holdsMoney || status === 'refunded' || status === 'voided'
  if (atStore === 'absent') {
    const fields: DifferingFields = { status: [status, null] }
    return holdsMoney ? { kind: 'missing_in_store', repair: 'needs-attention', fields } : undefined
  }
  const statuses: DifferingFields = { status: [status, atStore.status] }
  if (!fits(order, atStore.status)) {
    if (!wasPaid) return { kind: 'store_says_paid', repair: 'needs-attention', fields: statuses }
    if (holdsMoney && atStore.status === 'cancelled') {
      return { kind: 'paid_after_cancellation', repair: 'needs-attention', fields: statuses }
    }
    if (atStore.status === 'unpaid') {
      return { kind: 'store_not_told', repair: notify, fields: statuses }
    }
    // A notification cannot fix a refund that only the store made.
    const storeIsAhead =
      REFUNDED_STATUSES.indexOf(atStore.status) >
      REFUNDED_STATUSES.indexOf(status as StoreOrderStatus)
    const repair = storeIsAhead ? 'needs-attention' : notify
    return { kind: 'refunded_on_one_side', repair, fields: statuses }
  }
  const { amount: storeAmount, refunded } = atStore
  if (storeAmount && !isSameOrRounded(storeAmount, amount, atStore.unitMinor)) {
    const fields: DifferingFields = {
      amount: [amount.minor, storeAmount.minor],
      currency: [amount.currency.code, storeAmount.currency.code],
    }
    return { kind: 'amount_drift', repair: 'needs-attention', fields }
  }
  const { least, most } = shownAtStore(order)
  if (!refunded || !holdsMoney || (refunded.minor >= least && refunded.minor <= most)) {
    return undefined
  }
  const fields: DifferingFields = { refunded: [refundedSumMinor, refunded.minor] }
  const repair = refunded.minor > most ? 'needs-attention' : notify
  return { kind: 'refunded_on_one_side', repair, fields }
}

export const isUnreadableAtStore = (atStore: KnownOrder['atStore']): atStore is UnreadableAtStore =>
  typeof atStore === 'object' && atStore.unreadable !== undefined
