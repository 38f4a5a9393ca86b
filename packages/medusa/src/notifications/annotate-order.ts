import type { OrderAtPuente, RefundAtPuente } from '../payments/charge.js'
import { refundIdsIn } from '../payments/session-data.js'
import { countsAsRefund } from '../refunds/refund-state.js'
import type { Services } from './container.js'
import type { RecordedPayment } from './recorded-session.js'

/** Key of an order's metadata that the merchant sees in Medusa's admin. */
const KEY = 'puente'

/** Writes what a person should look at into the order's metadata, and removes it when it has ended. */
export const annotateOrder = async (
  { orders, log }: Services,
  orderId: string,
  payment: RecordedPayment,
  seen: OrderAtPuente,
): Promise<void> => {
  const notes = [
    ...conflictNotes(seen),
    ...seen.refunds.flatMap((each) => lostNotes(payment, each)),
  ]
  const { metadata } = await orders.retrieveOrder(orderId)
  const note = notes.join(' ')
  if ((metadata?.[KEY] ?? '') === note) return
  if (note !== '') log.warn(`Puente: order ${orderId}: ${note}`)
  await orders.updateOrders(orderId, { metadata: { ...metadata, [KEY]: note } })
}

const conflictNotes = ({ order, payments }: OrderAtPuente): string[] => {
  switch (order.conflict) {
    case null:
      return []
    case 'paid_twice': {
      const others = payments.filter(({ id }) => id !== order.effective_payment_id)
      const named = others.map(({ id, amount, currency }) => `${currency} ${amount} (${id})`)
      return [`The customer paid twice: refund ${named.join(', ')} in Puente's dashboard.`]
    }
    case 'not_paid_at_gateway':
      return ['The gateway denies the payment: do not deliver.']
    default:
      return [`Puente holds the order (${order.conflict}): see the alert in its dashboard.`]
  }
}

/** A refund that Medusa shows as done and Puente could not make. */
const lostNotes = ({ data }: RecordedPayment, refund: RefundAtPuente): string[] =>
  !countsAsRefund(refund) && refundIdsIn(data ?? undefined).includes(refund.id)
    ? [`The refund of ${refund.amount} was not made (${refund.id} ${refund.state}).`]
    : []
