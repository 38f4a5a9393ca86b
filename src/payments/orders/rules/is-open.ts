import type { OrderRow } from '../../../db/db.ts'

/** Unpaid and not cancelled. A new checkout reopens an expired order. */
export const isOpen = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'awaiting_payment' || status === 'payment_expired'

/** Charged, even if refunded or voided since. */
export const hasMoney = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  !isOpen({ status }) && status !== 'cancelled'
