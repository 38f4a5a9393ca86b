import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { paymentsOfOrder, updatePayment } from '../../db/payments.ts'
import { refundsToldOf, rememberRefundEvent } from '../../db/refund-events.ts'
import type { OrderId, PaymentId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import { acceptPayment, hasBeenAccepted } from './accept-payment.ts'
import { applyDerivedStatus } from './apply-derived-status.ts'
import { applyRefundMatch } from './match-refunds.ts'
import { refundsOfPayment } from './refund-facts.ts'
import { advance, type PaymentStanding, wasCharged } from './rules/advance.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'
import { sumOfKnownRefunds } from './rules/known-refunds.ts'
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
 * Applies what was observed of a payment to the database, and derives the order's status from it. Runs in the caller's transaction, and holds the order's lock from the first line.
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
    orderId: OrderId
    paymentId: PaymentId
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
  }: { paymentId: PaymentId; observed: Observed; eventId: string | undefined; now: Date },
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

const saysMore = ({ state }: PaymentRow): boolean =>
  state === 'declined' || state === 'authenticating'
