import type { OrderRow } from '../../../db/db.ts'

/**
 * Reports whether an order is unpaid and not cancelled. A new checkout reopens an expired order.
 */
export const isOrderOpen = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'awaiting_payment' || status === 'payment_expired'

/** Reports whether an order was charged, even if refunded or voided since. */
export const hasMoney = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  !isOrderOpen({ status }) && status !== 'cancelled'
