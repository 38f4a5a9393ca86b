import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { lockOrder, updateOrder } from '../../db/orders.ts'
import { paymentsOfOrder, updatePayment } from '../../db/payments.ts'
import { refundsToldOf, rememberRefundEvent } from '../../db/refund-events.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { ORDER_CONFLICTS, type OrderConflict } from '../../db/tables/orders.ts'
import { addToTimeline } from '../../db/timeline.ts'
import { formatMoney, type Money, moneyFromMinor } from '../../domain/money.ts'
import { closeAlert, openOrRefreshAlert } from '../alerts/alerts.ts'
import { planToNotify } from '../enqueue.ts'
import type { Notification } from '../notification.ts'
import { acceptPayment, hasBeenAccepted } from './accept-payment.ts'
import { cancelByPolicy } from './cancel-by-policy.ts'
import { amountDetails } from './import-order.ts'
import { applyRefundMatch, refundsOfPayment } from './match-refunds.ts'
import type { OrderToSettle } from './order-to-settle.ts'
import { reverseByPolicy } from './refund-by-policy.ts'
import { advance, type PaymentStanding, wasCharged } from './rules/advance.ts'
import {
  type AttemptFacts,
  type DerivedOrder,
  deriveOrderStatus,
} from './rules/derive-order-status.ts'
import { sumOfKnownRefunds } from './rules/known-refunds.ts'
import { notificationsOfChange } from './rules/notifications.ts'
import { statusOfPayment } from './rules/status-of-payment.ts'

export interface Recorded {
  order: OrderRow
  payment: PaymentRow
  derived: DerivedOrder
  /** Whether the payment or the order is different now. */
  changed: boolean
  /** Events have told of more refunds than the payment shows: its sum lags (4.7 does not say how long). */
  showsTooLittle: boolean
}

/**
 * Applies what was observed of a payment to the ledger, and plans to tell the storefront what that
 * changes. Runs in the caller's transaction, and holds the order's lock from the first line.
 */
export const recordObservation = async (
  trx: DbQuery,
  {
    orderId,
    paymentId,
    observed,
    eventId,
    now,
  }: {
    orderId: string
    paymentId: string
    observed: Observed
    /** Of the event that it was seen in. */
    eventId?: string | undefined
    now: Date
  },
): Promise<Recorded> => {
  const order = await lockOrder(trx, orderId)
  const attempts = await paymentsOfOrder(trx, orderId)
  const payment = attempts.find(({ id }) => id === paymentId)
  if (!payment) throw new Error(`Payment ${paymentId} is not of order ${orderId}`)

  const toldMinor = await refundsTold(trx, { paymentId, observed, eventId, now })
  const derived = await derivedSeen(trx, { payment, observed, toldMinor })
  const next = advance(statusOfPayment(payment), derived)
  const seen = await updatePayment(trx, paymentId, {
    // What we know of a charge says more than the gateway's "pending" does.
    state: next.state === 'pending' && saysMore(payment) ? payment.state : next.state,
    transaction_id: next.transactionId,
    total_minor: next.totalMinor,
    service_fee_minor: next.serviceFeeMinor,
    sales_tax_minor: next.salesTaxMinor,
    tip_minor: next.tipMinor,
    refunded_minor: next.refundedMinor,
    paid_at: next.paidAt,
    updated_at: now,
    // What was charged counts, not what was asked for: an order paid with another amount is seen.
    ...(observed.amount && wasCharged(observed.derived.state)
      ? { amount_minor: observed.amount.minor, currency: observed.amount.currency.code }
      : {}),
  })
  const { order: accepting, payment: advanced } = hasBeenAccepted(seen)
    ? await acceptPayment(trx, { order, payment: seen, now })
    : { order, payment: seen }
  await applyRefundMatch(trx, { payment: advanced, toldMinor, now })
  const after = attempts.map((attempt) => (attempt.id === paymentId ? advanced : attempt))
  const settled = await applyDerivedStatus(trx, {
    order: accepting,
    orderBefore: order,
    before: attempts,
    after,
    now,
  })
  const changed =
    settled.order !== order ||
    payment.state !== next.state ||
    payment.refunded_minor !== next.refundedMinor
  const reportedMinor = toldMinor.reduce((sum, amount) => sum + amount, 0n)
  return {
    order: settled.order,
    payment: advanced,
    derived: settled.derived,
    changed,
    showsTooLittle: advanced.refunded_minor < reportedMinor,
  }
}

interface Observed {
  derived: PaymentStanding
  amount?: Money | undefined
  lacksRefundSum?: boolean
  refundMinor?: bigint | undefined
}

/** What events tell of single refunds of a payment, this one included. */
const refundsTold = async (
  trx: DbQuery,
  {
    paymentId,
    observed: { derived, refundMinor },
    eventId,
    now,
  }: { paymentId: string; observed: Observed; eventId: string | undefined; now: Date },
): Promise<bigint[]> => {
  if (derived.state !== 'refunded' && derived.state !== 'partially_refunded') return []
  if (eventId !== undefined && refundMinor !== undefined) {
    const event = { payment_id: paymentId, event_id: eventId, amount_minor: refundMinor }
    await rememberRefundEvent(trx, { ...event, seen_at: now })
  }
  return refundsToldOf(trx, paymentId)
}

/** What was seen; where it gives no sum of refunds, with the sum of those that are known. */
const derivedSeen = async (
  trx: DbQuery,
  {
    payment,
    observed: { derived, lacksRefundSum },
    toldMinor,
  }: { payment: PaymentRow; observed: Observed; toldMinor: readonly bigint[] },
): Promise<PaymentStanding> => {
  if (!lacksRefundSum) return derived
  const refunds = await refundsOfPayment(trx, payment)
  const accepted = refunds.flatMap(({ kind, accepted_at, amount_minor }) =>
    kind === 'refund' && accepted_at ? [amount_minor] : [],
  )
  return { ...derived, refundedMinor: sumOfKnownRefunds({ accepted, told: toldMinor }) }
}

/**
 * Brings the order's status in line with its attempts (the order's lock is held), and plans to
 * tell the storefront. Returns the same order object when nothing changed. `orderBefore` is given
 * where a change of the order itself is news.
 */
export const applyDerivedStatus = async (
  trx: DbQuery,
  {
    order: known,
    orderBefore = known,
    before,
    after,
    now,
  }: {
    order: OrderRow
    orderBefore?: OrderRow
    before: readonly PaymentRow[]
    after: readonly PaymentRow[]
    now: Date
  },
): Promise<{ order: OrderRow; derived: DerivedOrder }> => {
  const attempts = after.map(attemptFacts)
  const stood = deriveOrderStatus(orderFacts(orderBefore), before.map(attemptFacts))
  const stands = deriveOrderStatus(orderFacts(known), attempts)
  const order = await cancelByPolicy(trx, { order: known, derived: stands, attempts: after, now })
  const derived = order === known ? stands : deriveOrderStatus(orderFacts(order), attempts)
  const effectivePayment = after.find(({ id }) => id === derived.effectivePayment?.id)
  const notifications = notificationsOfChange(stood, derived)
  await planNotifications(trx, { order, notifications, now })
  await listOrdersWithConflict(trx, { order, derived, attempts: after, now })
  await reverseByPolicy(trx, { order, derived, attempts: after, now })
  const current = derived.effectivePayment?.id ?? order.current_payment_id
  const { status, conflict } = derived
  const paidAt = derived.effectivePayment?.paidAt ?? null
  if (
    status === order.status &&
    conflict === order.conflict &&
    current === order.current_payment_id &&
    paidAt?.getTime() === order.paid_at?.getTime()
  ) {
    return { order, derived }
  }

  const about = { at: now, order_id: order.id, payment_id: effectivePayment?.id }
  await addToTimeline(trx, [
    ...(status !== order.status
      ? [
          {
            ...about,
            kind: 'order_status_changed' as const,
            details: { from: order.status, to: status },
          },
        ]
      : []),
    ...(conflict && conflict !== order.conflict
      ? [{ ...about, kind: 'order_in_conflict' as const, details: { conflict } }]
      : []),
  ])
  const settled = await updateOrder(trx, order.id, {
    status,
    conflict,
    // The attempt that was charged is the current one from now on, even if it is an older one.
    current_payment_id: current,
    paid_at: paidAt,
    updated_at: now,
  })
  return { order: settled, derived }
}

const ALERT_OF_CONFLICT = {
  paid_twice: 'order_paid_twice',
  paid_other_amount: 'order_paid_other_amount',
  paid_after_cancellation: 'order_paid_after_cancellation',
} as const satisfies Record<OrderConflict, AlertKind>

/** Money trouble is on the list of problems as long as the order is in it. */
const listOrdersWithConflict = async (
  trx: DbQuery,
  { order, derived: { conflict, keptIds, effectivePayment }, attempts, now }: OrderToSettle,
): Promise<void> => {
  const about = { storeId: order.store_id, orderId: order.id, subject: order.id, now }
  const payments = attempts
    .filter(({ id }) => keptIds.includes(id))
    .map((payment) => chargeDetails(payment, { isEffective: payment.id === effectivePayment?.id }))
  const ordered = moneyFromMinor(order.amount_minor, order.currency)
  const details = { order: amountDetails(ordered), payments }
  for (const known of ORDER_CONFLICTS) {
    const kind = ALERT_OF_CONFLICT[known]
    if (known === conflict) await openOrRefreshAlert(trx, { ...about, kind, details })
    else if (known === order.conflict) await closeAlert(trx, { ...about, kind })
  }
}

/** A charge as a person tells it from another, who has to find it in the gateway's portal. */
const chargeDetails = (payment: PaymentRow, { isEffective }: { isEffective: boolean }) => ({
  id: payment.id,
  attempt: payment.attempt,
  mode: payment.mode,
  ...amountDetails(moneyFromMinor(payment.amount_minor, payment.currency)),
  total: formatMoney(moneyFromMinor(payment.total_minor ?? payment.amount_minor, payment.currency)),
  paid_at: payment.paid_at?.toISOString() ?? null,
  gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
  transaction_id: payment.transaction_id,
  is_effective: isEffective,
})

export const planNotifications = async (
  trx: DbQuery,
  {
    order,
    notifications,
    now,
  }: {
    order: OrderRow
    notifications: readonly Notification[]
    now: Date
  },
): Promise<void> => {
  for (const notification of notifications) await planToNotify(trx, order, { notification, now })
}

const saysMore = ({ state }: PaymentRow): boolean =>
  state === 'declined' || state === 'authenticating'

const attemptFacts = (payment: PaymentRow): AttemptFacts => ({
  id: payment.id,
  attempt: payment.attempt,
  state: payment.state,
  amountMinor: payment.amount_minor,
  currency: payment.currency,
  refundedMinor: payment.refunded_minor,
  paidAt: payment.paid_at,
})

/**
 * Where an order stands, from itself and its attempts alone. `instead`: attempts as they would be,
 * in place of those of the same id or beside them.
 */
export const derivedStatusOf = (
  order: OrderRow,
  attempts: readonly PaymentRow[],
  instead: readonly AttemptFacts[] = [],
): DerivedOrder => {
  const facts = [...attempts.map(attemptFacts), ...instead]
  return deriveOrderStatus(orderFacts(order), [
    ...new Map(facts.map((each) => [each.id, each])).values(),
  ])
}

const orderFacts = (order: OrderRow) => ({
  amountMinor: order.amount_minor,
  currency: order.currency,
  currentPaymentId: order.current_payment_id,
  isCancelled: order.cancelled_at !== null,
  timeOverAt: order.time_over_at,
})
