import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { PaymentRow } from '../../db/db.ts'
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'
import { closing, openingOrRefreshing } from '../alerts/alerts.ts'
import { mustBeConfirmed } from '../ports/confirm-above.ts'
import { taskToAskGateway } from '../ports/tasks/ask-gateway.ts'
import { aboutHeld, addLine, addTask, changeAlerts, updatePayment } from './change-held.ts'
import { type HeldOrder, paymentOf } from './held-order.ts'
import type { PaymentStatus } from './rules/advance.ts'
import { REPEATED_AFTER_MS, weighAnswer } from './rules/weigh-answer.ts'

/**
 * Compares an answer to `GET /payments/{id}` with a charge that an event applied before the `GET`
 * began. The event stays authoritative (`gateway-api.md`, rule 9), so the order stays paid; but an
 * answer that contradicts it and repeats itself 10 seconds later is a conflict of the order, with an
 * alert. It may be an event that somebody else signed. The next answer that agrees ends the conflict.
 */
export const checkCharge = (
  held: HeldOrder,
  { asked, shown }: { asked: PaymentRow; shown: PaymentStatus },
): void => {
  const { now } = held
  const known = paymentOf(held, asked.id)
  const { charge_check: check } = known
  const at = now.toISOString()
  switch (weighAnswer({ asked, known, shown, now })) {
    case 'silent':
      return
    case 'agrees': {
      const isNews = check ? check.result !== 'confirmed' : mustBeConfirmed(held.store, known)
      if (!isNews) return
      updatePayment(held, known.id, { charge_check: { result: 'confirmed', at } })
      if (check?.result === 'contradicted') {
        addLine(held, { payment_id: known.id, kind: 'charge_confirmed' })
        changeAlerts(held, closing(aboutCheck(held, known)))
      }
      return
    }
    case 'doubts':
      if (check?.result === 'doubted') return
      updatePayment(held, known.id, {
        charge_check: { result: 'doubted', at, shown: shown.state },
      })
      askAgain(held, known, { doubtedAt: now })
      return
    case 'contradicts': {
      const since = check && check.result !== 'confirmed' ? check.at : at
      if (check?.result !== 'contradicted') {
        const details = { state: shown.state }
        addLine(held, { payment_id: known.id, kind: 'charge_contradicted', details })
      }
      updatePayment(held, known.id, {
        charge_check: { result: 'contradicted', at: since, shown: shown.state },
      })
      const details = detailsOf(known, shown.state)
      changeAlerts(held, openingOrRefreshing({ ...aboutCheck(held, known), details }))
      askAgain(held, known, { doubtedAt: new Date(since) })
    }
  }
}

const DAY = 24 * HOUR
/** Offsets from the first doubt at which the gateway is asked again. */
const ASK_AGAIN_MS = [
  ...[REPEATED_AFTER_MS, 10 * MINUTE, HOUR, 6 * HOUR],
  ...[DAY, 2 * DAY, 4 * DAY, 8 * DAY],
]

/** Whoever asks in between plans the same look, not another one. */
const askAgain = (
  held: HeldOrder,
  payment: PaymentRow,
  { doubtedAt }: { doubtedAt: Date },
): void => {
  const { now } = held
  const runAt = ASK_AGAIN_MS.map((ms) => addMs(doubtedAt, ms)).find((time) => time > now)
  if (!runAt) return
  const uniqueKey = `ask-gateway:${payment.id}:contradicted:${runAt.toISOString()}`
  addTask(held, taskToAskGateway(payment, { now, runAt, uniqueKey }))
}

/** Reconciliation finds the same difference, so that the two are one alert. */
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
