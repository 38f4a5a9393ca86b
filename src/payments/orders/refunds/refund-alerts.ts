import type { AlertKey } from '../../../db/alerts/alerts.ts'
import type { RefundRow } from '../../../db/db.ts'
import type { RefundApproval, RefundDoubt, RefundRefusal } from '../../../db/tables/refunds.ts'
import { nameOfActor } from '../../../domain/actor.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { formatMinor } from '../../../domain/money.ts'
import { closing, opening, openingOrRefreshing } from '../../alerts/alerts.ts'
import { aboutHeld, changeAlerts } from '../change-held.ts'
import { type HeldOrder, paymentOf } from '../held-order.ts'
import { DOUBT_WORDS } from '../rules/refunds/doubt-of-refund.ts'

export const openRefundAlert = (
  held: HeldOrder,
  refund: RefundRow,
  {
    kind,
    words,
    refusal,
  }: Pick<AlertKey, 'kind'> & { words: readonly string[]; refusal?: RefundRefusal['code'] },
): void => {
  const details = { ...refundDetails(held, refund, words), refusal }
  changeAlerts(held, opening({ ...aboutHeld(held, kind, refund.id), details }))
}

/** Refreshes an open alert: another doubt may arise. */
export const openDoubtAlert = (held: HeldOrder, refund: RefundRow, because: RefundDoubt): void => {
  const details = { ...refundDetails(held, refund, [DOUBT_WORDS[because]]), because }
  const about = aboutHeld(held, 'refund_not_shown', refund.id)
  changeAlerts(held, openingOrRefreshing({ ...about, details }))
}

export const openApprovalAlert = (
  held: HeldOrder,
  refund: RefundRow,
  { requested_by: requester, limit, until }: RefundApproval,
): void => {
  const by = requester ? nameOfActor(requester) : undefined
  const details = { ...refundDetails(held, refund, []), by, limit, until }
  const about = aboutHeld(held, 'refund_awaits_approval', refund.id)
  changeAlerts(held, opening({ ...about, details }))
}

/** Alerts of a refund that expired without a decision: its customer may still wait for it. */
export const openNotApprovedAlert = (held: HeldOrder, refund: RefundRow): void =>
  openRefundAlert(held, refund, { kind: 'refund_not_approved', words: [] })

const ALERTS_OF_OPEN = [
  'refund_not_accepted_yet',
  'refund_not_shown',
  'refund_awaits_approval',
] as const

export const closeRefundAlert = (
  held: HeldOrder,
  id: RefundId,
  kind: (typeof ALERTS_OF_OPEN)[number],
): void => changeAlerts(held, closing(aboutHeld(held, kind, id)))

export const closeRefundAlerts = (held: HeldOrder, id: RefundId): void => {
  for (const kind of ALERTS_OF_OPEN) closeRefundAlert(held, id, kind)
}

const refundDetails = (
  held: HeldOrder,
  { id, payment_id, amount_minor, currency, sends, readings }: RefundRow,
  words: readonly string[],
) => {
  const payment = paymentOf(held, payment_id)
  return {
    refund: id,
    amount: formatMinor(amount_minor, currency),
    currency,
    words,
    payment: payment.id,
    attempt: payment.attempt,
    gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
    transaction_id: payment.transaction_id,
    asked: sends.map(({ at, kind, answer }) => ({ at, kind, answer })),
    shown: readings.map(({ at, state, refunded_amount }) => ({ at, state, refunded_amount })),
  }
}
