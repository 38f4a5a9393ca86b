import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentState } from '../../../contract/payment-states.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'
import { closing, openingOrRefreshing } from '../../alerts/alerts.ts'
import { mustBeConfirmed } from '../../ports/policy.ts'
import { newPollTask } from '../../ports/tasks/payment-tasks.ts'
import {
  aboutHeld,
  addLine,
  addTaskToChanges,
  changeAlerts,
  updatePayment,
} from '../change-held.ts'
import { type HeldOrder, paymentOf } from '../held-order.ts'
import type { PaymentStatus } from '../rules/advance.ts'
import { REPEATED_AFTER_MS, weighAnswer } from '../rules/charges/weigh-answer.ts'
import { isHeldBack } from '../rules/held-back.ts'

/**
 * Compares a `GET /payments/{id}` response with a charge that an event applied before the `GET`
 * began. The event stays authoritative (`gateway-api.md`, rule 9): the order stays paid. A
 * contradiction repeated after 10 seconds opens a conflict with an alert, because a third party may
 * have signed the event. The next agreeing response ends it.
 */
export const checkCharge = (
  held: HeldOrder,
  { polled, shown }: { polled: PaymentRow; shown: PaymentStatus },
): void => {
  const { now } = held
  const known = paymentOf(held, polled.id)
  const weight = weighAnswer({ polled, known, shown, now })
  if (weight === 'agrees') confirm(held, known)
  else if (weight !== 'silent') {
    doubt(held, known, { shown: shown.state, isRepeated: weight === 'contradicts' })
  }
}

/** Holds back the notification of a new charge until `GET` confirms it (policy `confirm_above`). */
export const awaitConfirmation = (held: HeldOrder, payment: PaymentRow): void => {
  const { now, store } = held
  if (!held.isNotified || !mustBeConfirmed(store, payment)) return
  updatePayment(held, payment.id, { charge_check: { result: 'awaited', at: now.toISOString() } })
  const uniqueKey = `ask-gateway:${payment.id}:confirm`
  addTaskToChanges(held, newPollTask(payment, { now, uniqueKey }))
}

const confirm = (held: HeldOrder, payment: PaymentRow): void => {
  const { charge_check: check } = payment
  if (!check || check.result === 'confirmed') return
  const at = held.now.toISOString()
  updatePayment(held, payment.id, { charge_check: { result: 'confirmed', at } })
  addLine(held, { payment_id: payment.id, kind: 'charge_confirmed' })
  if (check.result === 'contradicted') changeAlerts(held, closing(aboutCheck(held, payment)))
}

const doubt = (
  held: HeldOrder,
  payment: PaymentRow,
  { shown, isRepeated }: { shown: PaymentState; isRepeated: boolean },
): void => {
  const { charge_check: check } = payment
  if (!isRepeated && check?.result === 'doubted') return
  const isDoubted = check?.result === 'doubted' || check?.result === 'contradicted'
  const at = isDoubted ? check.at : held.now.toISOString()
  const result = isRepeated ? 'contradicted' : 'doubted'
  const held_back = isHeldBack(payment) || undefined
  updatePayment(held, payment.id, { charge_check: { result, at, shown, held_back } })
  if (isRepeated) {
    if (check?.result !== result) {
      const details = { state: shown }
      addLine(held, { payment_id: payment.id, kind: 'charge_contradicted', details })
    }
    const details = detailsOf(payment, shown)
    changeAlerts(held, openingOrRefreshing({ ...aboutCheck(held, payment), details }))
  }
  schedulePoll(held, payment, { doubtedAt: new Date(at) })
}

const POLL_AGAIN_MS = [
  ...[REPEATED_AFTER_MS, 10 * MINUTE, HOUR, 6 * HOUR],
  ...[DAY, 2 * DAY, 4 * DAY, 8 * DAY],
]

const schedulePoll = (
  held: HeldOrder,
  payment: PaymentRow,
  { doubtedAt }: { doubtedAt: Date },
): void => {
  const { now } = held
  const runAt = POLL_AGAIN_MS.map((ms) => addMs(doubtedAt, ms)).find((time) => time > now)
  if (!runAt) return
  const uniqueKey = `ask-gateway:${payment.id}:contradicted:${runAt.toISOString()}`
  addTaskToChanges(held, newPollTask(payment, { now, runAt, uniqueKey }))
}

/** Reconciliation finds the same discrepancy and shares the alert. */
const aboutCheck = (held: HeldOrder, { id }: PaymentRow) =>
  aboutHeld(held, 'payment_not_at_gateway', id)

const detailsOf = (payment: PaymentRow, shown: PaymentState) => ({
  side: 'gateway',
  difference: 'not_paid_at_gateway',
  differs: { state: [payment.state, shown] },
  currency: payment.currency,
  payment: payment.id,
  gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
  day: hondurasDayOf(payment.created_at),
})
