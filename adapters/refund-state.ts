import type { OrderMessage } from './adapter.ts'

export type RefundOfMessage = OrderMessage['refunds'][number]

type State = Pick<RefundOfMessage, 'state'>

export const isDone = ({ state }: State): boolean => state === 'succeeded'

/** True if it moved no money and never will. */
export const isNeverMade = ({ state }: State): boolean =>
  state === 'cancelled' || state === 'failed'

export const isOfEffectivePayment = ({ order }: OrderMessage, refund: RefundOfMessage): boolean =>
  refund.payment_id === order.current_payment_id && refund.currency === order.currency
