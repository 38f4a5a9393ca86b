import type { RefundRow } from '../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import type { RefundWork } from './refund-work.ts'

/** What an alert about a refund says: which one, what was asked and when, and what the gateway showed. */
export const refundDetails = (
  { payment }: Pick<RefundWork, 'payment'>,
  { id, amount_minor, currency, sends, readings }: RefundRow,
  words: string[],
) => ({
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
})
