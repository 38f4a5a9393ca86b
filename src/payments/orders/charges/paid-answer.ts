import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import type { Money } from '../../../domain/money.ts'
import type { OrderStatus } from '../../../domain/order-status.ts'
import { isOrderOpen } from '../../../domain/order-status.ts'
import type { HeldOrder } from '../held-order.ts'
import { isAmountOf } from '../rules/charges/is-amount-of.ts'

export type PaidAnswer =
  | { outcome: 'reused'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'already-paid'; order: OrderRow }
  | { outcome: 'cancelled'; order: OrderRow }

const KEPT: readonly OrderStatus[] = ['paid', 'partially_refunded']

/**
 * Answers for a charged or cancelled order, which gets no new checkout. `requestedAmount`: only
 * if it may differ from the order's.
 */
export const answerForPaidOrder = (
  { order, payments }: Pick<HeldOrder, 'order' | 'payments'>,
  requestedAmount?: Money,
): PaidAnswer | undefined => {
  if (order.status === 'cancelled') return { outcome: 'cancelled', order }
  if (isOrderOpen(order)) return undefined
  // After a charge, the current attempt is the effective payment.
  const payment = payments.find(({ id }) => id === order.current_payment_id)
  const isRequestedAmount = !requestedAmount || isAmountOf(order, requestedAmount)
  return payment && isRequestedAmount && KEPT.includes(order.status)
    ? { outcome: 'reused', order, payment }
    : { outcome: 'already-paid', order }
}
