import type { AlertKey } from '../../../db/alerts/alerts.ts'
import type { RefundRow } from '../../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { opening } from '../../alerts/alerts.ts'
import { aboutHeld, changeAlerts } from '../change-held.ts'
import { type HeldOrder, paymentOf } from '../held-order.ts'

export const refundDetails = (
  held: HeldOrder,
  { id, payment_id, amount_minor, currency, sends, readings }: RefundRow,
  words: readonly string[],
) => {
  const payment = paymentOf(held, payment_id)
  return {
    refund: id,
    amount: formatMoney(moneyFromMinor(amount_minor, currency)),
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

export const openRefundAlert = (
  held: HeldOrder,
  refund: RefundRow,
  { kind, words }: Pick<AlertKey, 'kind'> & { words: readonly string[] },
): void => {
  const details = refundDetails(held, refund, words)
  changeAlerts(held, opening({ ...aboutHeld(held, kind, refund.id), details }))
}
