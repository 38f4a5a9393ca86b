import type { PaymentRow } from '../../db/db.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { checkoutUrlOf } from '../attempts/create-at-gateway.ts'
import { isShownAs } from '../attempts/creation-request.ts'
import { endCharge } from '../attempts/end-attempt.ts'
import {
  addLine,
  addNotifications,
  addTaskToChanges,
  updatePayment,
} from '../orders/change-held.ts'
import { adoptPayment } from '../orders/charges/adopt-payment.ts'
import { DIRECT_CHARGE, recordDecline } from '../orders/charges/record-decline.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { type Recorded, recordObservation } from '../orders/record-observation.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import { isOpenCharge } from '../orders/rules/charges/open-attempts.ts'
import { notificationOfDecline } from '../orders/rules/notifications.ts'
import { type Observation, observeEvent } from '../orders/rules/observe.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { newPollTask } from '../ports/tasks/payment-tasks.ts'
import type { PaymentEvent } from './find-our-orders.ts'

/** Assumed upper bound on the lag of a refund sum behind its events (4.7 documents none). */
const SUMS_SHOW_WITHIN_MS = 60 * 60_000

/** `isFirst`: no response showed the payment's gateway id before this event. */
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

export const UNMATCHED = { outcome: 'kept', note: 'foreign' } as const

/** Decides the changes that an event makes to its order. Idempotent. */
export const applyPaymentEvent = (
  ctx: PaymentsContext,
  held: HeldOrder,
  event: PaymentEvent,
): AppliedPaymentEvent => {
  const ours = paymentOfEvent(held, event)
  if (!ours) return UNMATCHED
  const observation = observeEvent(event.type, event.payment)
  if (observation.kind === 'unreadable') {
    return { outcome: 'unreadable', detail: `unreadable: ${observation.detail}` }
  }
  // The gateway created two payments for one request; the duplicate matters once charged.
  const { payment: known, isDuplicate } = ours
  if (isDuplicate && !wasCharged(observation.derived.state)) {
    if (event.type === 'payment.failed') {
      recordDecline(held, known.id, { occasion: event.id, ...whyDeclined(event, held) })
    }
    return { outcome: 'kept', note: 'twin' }
  }
  const { amount } = observation
  const adopted = { duplicate: known, found: event.payment, amount, ids: ctx.ids }
  const { id: paymentId } = isDuplicate ? adoptPayment(held, adopted) : known
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
  const isNewDecline = event.type === 'payment.failed' && applyDecline(held, recorded, event)
  schedulePolls(held, recorded, observation)
  const hasEffect = recorded.changed || isNewDecline
  const { state } = recorded.payment
  addLine(held, {
    payment_id: paymentId,
    kind: hasEffect ? 'event_applied' : 'event_without_effect',
    details: { type: event.type, event: event.id, state, ...event.decline },
  })
  const note = hasEffect ? 'applied' : 'no-change'
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

/**
 * Finds our payment by gateway id, else by reference. `isDuplicate`: the event concerns another
 * payment, which the gateway also created for this request.
 */
const paymentOfEvent = (
  { payments }: HeldOrder,
  { payment: shown }: PaymentEvent,
): { payment: PaymentRow; isDuplicate: boolean } | undefined => {
  const known = payments.find(({ gateway_payment_id }) => gateway_payment_id === BigInt(shown.id))
  if (known) return { payment: known, isDuplicate: false }
  const named = payments.find((payment) => isShownAs(payment, shown))
  return named && { payment: named, isDuplicate: named.gateway_payment_id !== null }
}

/**
 * A hosted checkout stays payable after a decline (3), and each event is another one. Returns
 * whether the decline is new.
 */
const applyDecline = (
  held: HeldOrder,
  { payment, derived }: Recorded,
  event: PaymentEvent,
): boolean => {
  const isHosted = payment.mode === 'hosted'
  const occasion = isHosted ? event.id : DIRECT_CHARGE
  const isNew = recordDecline(held, payment.id, { occasion, ...whyDeclined(event, held) })
  if (isOpenCharge(payment)) endCharge(held, payment.id, { state: 'declined' })
  else if (isHosted) addNotifications(held, notificationOfDecline(derived, payment, event.id))
  return isNew
}

const whyDeclined = ({ decline, at }: PaymentEvent, { now }: HeldOrder) => ({
  reason: decline,
  at: at ?? now,
})

const schedulePolls = (
  held: HeldOrder,
  { payment, showsTooLittle }: Recorded,
  { ambiguous }: Observation & { kind: 'seen' },
): void => {
  const { now } = held
  if (ambiguous || showsTooLittle) addTaskToChanges(held, newPollTask(payment, { now }))
  if (!showsTooLittle) return
  addTaskToChanges(held, newPollTask(payment, { now, runAt: addMs(now, SUMS_SHOW_WITHIN_MS) }))
}
