import type { OrderMessage } from './adapter.ts'

export type RefundOfMessage = OrderMessage['refunds'][number]

export const isDone = ({ state }: RefundOfMessage): boolean => state === 'succeeded'

/** True if it moved no money and never will. */
export const isNeverMade = ({ state }: RefundOfMessage): boolean =>
  state === 'cancelled' || state === 'failed'

export const isOfEffectivePayment = ({ order }: OrderMessage, refund: RefundOfMessage): boolean =>
  refund.payment_id === order.current_payment_id && refund.currency === order.currency
