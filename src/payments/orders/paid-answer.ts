import type { OrderRow, PaymentRow } from '../../db/db.ts'
import type { OrderStatus } from '../../db/tables/orders.ts'
import type { Money } from '../../domain/money.ts'
import type { HeldOrder } from './held-order.ts'
import { isAmountOf } from './rules/is-amount-of.ts'
import { isOpen } from './rules/is-open.ts'

export type PaidAnswer =
  | { outcome: 'reused'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'already-paid'; order: OrderRow }
  /** By the shop itself. */
  | { outcome: 'cancelled'; order: OrderRow }

/** The shop has the money, or a part of it. */
const KEPT: readonly OrderStatus[] = ['paid', 'partially_refunded']

/**
 * Money was taken for this order, or the shop cancelled it: it is not sent to a checkout again.
 * `wanted`: what the shop wants to be paid, where it is not what the order amounts to.
 */
export const answerForPaidOrder = (
  { order, payments }: Pick<HeldOrder, 'order' | 'payments'>,
  wanted?: Money,
): PaidAnswer | undefined => {
  if (order.status === 'cancelled') return { outcome: 'cancelled', order }
  if (isOpen(order)) return undefined
  // Once money was taken, the current attempt is the one that is the effective payment.
  const payment = payments.find(({ id }) => id === order.current_payment_id)
  const isWanted = !wanted || isAmountOf(order, wanted)
  return payment && isWanted && KEPT.includes(order.status)
    ? { outcome: 'reused', order, payment }
    : { outcome: 'already-paid', order }
}
