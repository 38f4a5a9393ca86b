import type { Order, Payment, PuenteFailure, RefundSnapshot } from '@puente/node'

/** An order at Puente, from an answer or a notification. */
export interface OrderAtPuente {
  order: Order
  payments: readonly Payment[]
  refunds: readonly RefundSnapshot[]
}

/** Whether Puente or the gateway doubts the money of an order: nothing of it may count as paid. */
export const isHeld = ({ order }: OrderAtPuente): boolean =>
  order.status === 'on_hold' || order.conflict === 'not_paid_at_gateway'

/** Whether the money of an order went back in full. */
export const isReturned = ({ order }: OrderAtPuente): boolean =>
  order.status === 'voided' || order.status === 'refunded'

/** Finds the payment that pays the order. */
export const payingPayment = (seen: OrderAtPuente): Payment | undefined =>
  isHeld(seen) ? undefined : seen.payments.find(({ id }) => id === seen.order.effective_payment_id)

/** Whether Puente has no such order: the call that creates it failed, or is on its way. */
export const isUnknownOrder = ({ code }: PuenteFailure): boolean =>
  code === 'no_such_order' || code === 'not_found'
