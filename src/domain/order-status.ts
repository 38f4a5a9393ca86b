export const ORDER_STATUSES = [
  'awaiting_payment',
  'payment_expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'on_hold',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * Reports whether an order is unpaid and not cancelled. A new checkout reopens an expired order.
 */
export const isOrderOpen = ({ status }: { status: OrderStatus }): boolean =>
  status === 'awaiting_payment' || status === 'payment_expired'

/** Reports whether an order was charged, even if refunded or voided since. */
export const hasMoney = ({ status }: { status: OrderStatus }): boolean =>
  !isOrderOpen({ status }) && status !== 'cancelled'

/** Reports whether we hold money of an order: charged, and not refunded in full, or on hold. */
export const holdsMoney = ({ status }: { status: OrderStatus }): boolean =>
  status === 'paid' || status === 'partially_refunded' || status === 'on_hold'
