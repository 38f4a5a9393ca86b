import type { PaymentRow } from '../../db/db.ts'
import type { PaymentId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import { applyDerivedStatus } from './apply-derived-status.ts'
import { addRefundEvent, updatePayment } from './change-held.ts'
import { acceptPayment, hasBeenAccepted } from './charges/accept-payment.ts'
import { awaitConfirmation, checkCharge } from './charges/check-charge.ts'
import { recordLostDecline } from './charges/record-decline.ts'
import { type HeldOrder, paymentOf } from './held-order.ts'
import { applyRefundMatch, refundsOfPayment } from './refunds/match-refunds.ts'
import {
  advance,
  hasCharge,
  type PaymentStatus,
  statusOfPayment,
  wasCharged,
} from './rules/advance.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'
import { sumOfKnownRefunds } from './rules/refunds/known-refunds.ts'

export interface Recorded {
  payment: PaymentRow
  derived: DerivedOrder
  changed: boolean
  paymentChanged: boolean
  /** True if the refunded sum lags behind its events (4.7 gives no bound). */
  showsTooLittle: boolean
}

/** Applies an event or a `GET` response to a payment and derives the order's status. */
export const recordObservation = (held: HeldOrder, seenOf: Seen): Recorded => {
  const { paymentId, observed } = seenOf
  const { order: orderBefore, payments: paymentsBefore } = held
  const payment = paymentOf(held, paymentId)
  const eventAmountsMinor = refundEventAmounts(held, seenOf)
  const derivedSeen = statusSeen(held, { payment, observed, eventAmountsMinor })
  const next = advance(statusOfPayment(payment), derivedSeen)
  const seen = updatePayment(held, paymentId, {
    ...next,
    // `declined` and `authenticating` outrank the gateway's `pending`.
    state: next.state === 'pending' && isMorePrecise(payment) ? payment.state : next.state,
    // The charged amount counts: a wrong one becomes a conflict.
    ...(observed.amount && wasCharged(observed.derived.state)
      ? { amount_minor: observed.amount.minor, currency: observed.amount.currency.code }
      : {}),
  })
  if (hasBeenAccepted(seen)) acceptPayment(held, seen)
  if (seenOf.polled) checkCharge(held, { polled: seenOf.polled, shown: observed.derived })
  else if (!hasCharge(payment) && hasCharge(seen)) awaitConfirmation(held, seen)
  applyRefundMatch(held, paymentOf(held, paymentId), eventAmountsMinor)
  const derived = applyDerivedStatus(held, { orderBefore, paymentsBefore })
  const advanced = paymentOf(held, paymentId)
  if (observed.wasTried && !hasCharge(advanced)) recordLostDecline(held, advanced)
  const paymentChanged =
    payment.state !== next.state || payment.refunded_minor !== next.refunded_minor
  const changed = paymentChanged || held.order !== orderBefore
  const reportedMinor = eventAmountsMinor.reduce((sum, amount) => sum + amount, 0n)
  const showsTooLittle = advanced.refunded_minor < reportedMinor
  return { payment: advanced, derived, changed, paymentChanged, showsTooLittle }
}

interface Observed {
  derived: PaymentStatus
  amount?: Money | undefined
  lacksRefundSum?: boolean
  wasTried?: boolean
  refundMinor?: bigint | undefined
  refundedAt?: Date | undefined
}

interface Seen {
  paymentId: PaymentId
  observed: Observed
  eventId?: string | undefined
  /** Payment row from before a `GET`. */
  polled?: PaymentRow | undefined
}

const refundEventAmounts = (held: HeldOrder, { paymentId, observed, eventId }: Seen): bigint[] => {
  const { derived, refundMinor, refundedAt = null } = observed
  if (derived.state !== 'refunded' && derived.state !== 'partially_refunded') return []
  if (eventId !== undefined && refundMinor !== undefined) {
    const event = { payment_id: paymentId, event_id: eventId, amount_minor: refundMinor }
    addRefundEvent(held, { ...event, seen_at: held.now, refunded_at: refundedAt })
  }
  return held.refundEvents.flatMap((event) =>
    event.payment_id === paymentId ? [event.amount_minor] : [],
  )
}

/** Falls back to the sum of known refunds. */
const statusSeen = (
  held: HeldOrder,
  seen: { payment: PaymentRow; observed: Observed; eventAmountsMinor: readonly bigint[] },
): PaymentStatus => {
  const {
    payment,
    observed: { derived, lacksRefundSum },
    eventAmountsMinor,
  } = seen
  if (!lacksRefundSum) return derived
  const accepted = refundsOfPayment(held, payment).flatMap(({ kind, accepted_at, amount_minor }) =>
    kind === 'refund' && accepted_at ? [amount_minor] : [],
  )
  return {
    ...derived,
    refunded_minor: sumOfKnownRefunds({ accepted, eventAmounts: eventAmountsMinor }),
  }
}

const isMorePrecise = ({ state }: PaymentRow): boolean =>
  state === 'declined' || state === 'authenticating'
