import type { OrderFile, Payment } from './ask-owner.ts'

/** States of a refund that nothing follows any more. */
const ENDED = ['done', 'refused']

/** States of a payment whose money the shop has. */
const KEPT = ['paid', 'settled', 'partially_refunded']

export const keptCharges = ({ payments }: Pick<OrderFile, 'payments'>): readonly Payment[] =>
  payments.filter(({ state }) => KEPT.includes(state))

/** Of an order that was paid more than once: the charges beside the one that pays it. */
export const extraCharges = (file: OrderFile): readonly Payment[] =>
  file.order.trouble === 'paid_twice'
    ? keptCharges(file).filter(({ id }) => id !== file.payment?.id)
    : []

/** Whether money of this payment is on its way back: Puente does one after the other. */
export const isUnderWay = ({ refunds }: Pick<OrderFile, 'refunds'>, paymentId: string): boolean =>
  refunds.some(({ payment_id, state }) => payment_id === paymentId && !ENDED.includes(state))

/** Whether more of the order's money could be given back now. */
export const canGiveBack = (file: OrderFile): boolean =>
  file.payment !== null && KEPT.includes(file.payment.state) && !isUnderWay(file, file.payment.id)
