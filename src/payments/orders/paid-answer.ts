import type { OrderRow, PaymentRow } from '../../db/db.ts'
import type { OrderStatus } from '../../db/tables/orders.ts'

export type PaidAnswer =
  | { outcome: 'reused'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'already-paid'; order: OrderRow }
  /** By the shop itself. */
  | { outcome: 'cancelled'; order: OrderRow }

/** The shop has the money, or a part of it. */
const KEPT: readonly OrderStatus[] = ['paid', 'partially_refunded']

/** Money was taken for this order, or the shop cancelled it: it is not sent to a checkout again. */
export const answerForPaidOrder = (
  order: OrderRow,
  attempts: readonly PaymentRow[],
  amount: { minor: bigint; currencyCode: string },
): PaidAnswer | undefined => {
  if (order.status === 'cancelled') return { outcome: 'cancelled', order }
  if (order.status === 'awaiting_payment' || order.status === 'payment_expired') return undefined
  // Once money was taken, the current attempt is the one that is the effective payment.
  const payment = attempts.find(({ id }) => id === order.current_payment_id)
  const sameAmount = order.amount_minor === amount.minor && order.currency === amount.currencyCode
  return payment && sameAmount && KEPT.includes(order.status)
    ? { outcome: 'reused', order, payment }
    : { outcome: 'already-paid', order }
}
