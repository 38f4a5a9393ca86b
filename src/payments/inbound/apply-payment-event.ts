import type { PaymentRow } from '../../db/db.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { checkoutUrlOf } from '../attempts/create-at-gateway.ts'
import { isShownAs } from '../attempts/creation-request.ts'
import { endCharge } from '../attempts/end-charge.ts'
import { adoptPayment } from '../orders/adopt-payment.ts'
import { addLine, addNotifications, addTask, updatePayment } from '../orders/change-held.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { type Recorded, recordObservation } from '../orders/record-observation.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import { notificationOfDecline } from '../orders/rules/notifications.ts'
import { type Observation, observeEvent } from '../orders/rules/observe.ts'
import { isOpenCharge } from '../orders/rules/unresolved-charge.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { taskToAskGateway } from '../ports/tasks/ask-gateway.ts'
import type { PaymentEvent } from './find-our-orders.ts'

/** How long the sum of a payment's refunds may lag behind the events of each is not said (4.7). */
const SUMS_SHOW_WITHIN_MS = 60 * 60_000

/**
 * What became of an event: kept, or applied to an order, with a word of it. `isFirst`: it was the first
 * to tell the payment's number.
 */
export type AppliedPaymentEvent =
  | { outcome: 'kept'; note: string }
  | { outcome: 'unreadable'; detail: string }
  | {
      outcome: 'applied'
      note: 'applied' | 'no-change'
      paymentId: PaymentId
      changed: boolean
      status: string
      isFirst: boolean
    }

/** It is about a payment that is not ours. */
export const FOREIGN = { outcome: 'kept', note: 'foreign' } as const

/** Decides what an event of a payment changes of its order. Again, it changes nothing. */
export const applyPaymentEvent = (
  ctx: PaymentsContext,
  held: HeldOrder,
  event: PaymentEvent,
): AppliedPaymentEvent => {
  const ours = paymentOfEvent(held, event)
  if (!ours) return FOREIGN
  const observation = observeEvent(event.type, event.payment)
  if (observation.kind === 'unreadable') {
    return { outcome: 'unreadable', detail: `unreadable: ${observation.detail}` }
  }
  // The spare one of two payments that the gateway made of one creation: it matters once it is paid.
  const { payment: known, isTwin } = ours
  if (isTwin && !wasCharged(observation.derived.state)) return { outcome: 'kept', note: 'twin' }
  const { amount } = observation
  const adopted = { duplicate: known, found: event.payment, amount, ids: ctx.ids }
  const { id: paymentId } = isTwin ? adoptPayment(held, adopted) : known
  const isFirst = known.gateway_payment_id === null
  if (isFirst) {
    updatePayment(held, paymentId, {
      gateway_payment_id: BigInt(event.payment.id),
      checkout_url: checkoutUrlOf(known, event.payment),
    })
  }
  noteReportedTime(held, paymentId, event)
  const recorded = recordObservation(held, { paymentId, observed: observation, eventId: event.id })
  held.changes.closedGaps.push({ payment_id: paymentId, state: observation.derived.state })
  if (event.type === 'payment.failed') applyDecline(held, recorded, event.id)
  askWhatIsNotShown(held, recorded, observation)
  const isNews = recorded.changed || event.type === 'payment.failed'
  const { state } = recorded.payment
  addLine(held, {
    payment_id: paymentId,
    kind: isNews ? 'event_applied' : 'event_without_effect',
    details: { type: event.type, event: event.id, state },
  })
  const note = isNews ? 'applied' : 'no-change'
  const { changed } = recorded
  return { outcome: 'applied', note, paymentId, changed, status: held.order.status, isFirst }
}

/** Falls back to the time of the earliest event that reports a charge without `paid_at`. */
const noteReportedTime = (held: HeldOrder, id: PaymentId, event: PaymentEvent): void => {
  if (event.type !== 'payment.approved' || event.payment.paid_at) return
  const at = event.at ?? held.now
  const { reported_at: known } = paymentOf(held, id)
  if (known === null || at < known) updatePayment(held, id, { reported_at: at })
}

/** The payment of ours that an event is about; or the one whose duplicate at the gateway it is about. */
const paymentOfEvent = (
  { payments }: HeldOrder,
  { payment: shown }: PaymentEvent,
): { payment: PaymentRow; isTwin: boolean } | undefined => {
  const known = payments.find(({ gateway_payment_id }) => gateway_payment_id === BigInt(shown.id))
  if (known) return { payment: known, isTwin: false }
  const named = payments.find((payment) => isShownAs(payment, shown))
  return named && { payment: named, isTwin: named.gateway_payment_id !== null }
}

/** A charge that was declined is over; a link that somebody tried to pay stays payable (3). */
const applyDecline = (held: HeldOrder, { payment, derived }: Recorded, eventId: string): void => {
  if (isOpenCharge(payment)) endCharge(held, payment.id, { state: 'declined' })
  else if (payment.mode === 'hosted') {
    addNotifications(held, notificationOfDecline(derived, payment, eventId))
  }
}

const askWhatIsNotShown = (
  held: HeldOrder,
  { payment, showsTooLittle }: Recorded,
  { ambiguous }: Observation & { kind: 'seen' },
): void => {
  const { now } = held
  if (ambiguous || showsTooLittle) addTask(held, taskToAskGateway(payment, { now }))
  if (!showsTooLittle) return
  addTask(held, taskToAskGateway(payment, { now, runAt: addMs(now, SUMS_SHOW_WITHIN_MS) }))
}
