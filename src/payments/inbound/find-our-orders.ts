import type { DbQuery, PaymentRow } from '../../db/db.ts'
import type { InboxEvent } from '../../db/events/inbox.ts'
import { type NamedPayment, ordersOfCharges } from '../../db/payments/payments.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { GatewayEvent } from '../../gateway/event.ts'
import { referenceIn } from '../attempts/creation-request.ts'

export type PaymentEvent = GatewayEvent & { kind: 'payment' }

export interface OfPayment {
  message: InboxEvent
  event: PaymentEvent
}

/**
 * Names an event's payment by gateway id and by our reference, because an event may overtake the
 * creation response.
 */
export const namedPaymentOf = ({ message, event }: OfPayment): NamedPayment => ({
  storeId: message.store_id,
  gatewayPaymentId: event.payment.id,
  id: referenceIn(event.payment),
})

/** Resolves the order of each event among the payments; `undefined`: no order of its store. */
export const findOurOrders = (
  events: readonly OfPayment[],
  payments: readonly PaymentRow[],
): (OrderId | undefined)[] => {
  const byNumber = new Map(
    payments.map((payment) => [`${payment.store_id} ${payment.gateway_payment_id}`, payment]),
  )
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  return events.map((each) => {
    const { storeId, gatewayPaymentId, id } = namedPaymentOf(each)
    const numbered = byNumber.get(`${storeId} ${gatewayPaymentId}`)
    const referenced = id === undefined ? undefined : byId.get(id)
    const ours = numbered ?? (referenced?.store_id === storeId ? referenced : undefined)
    return ours?.order_id
  })
}

/** Resolves events without a reference by the transaction id of a charge response (4.13). */
export const findOrdersOfCharges = async (
  query: DbQuery,
  events: readonly OfPayment[],
): Promise<(OrderId | undefined)[]> => {
  const charges = events.flatMap(({ message, event: { payment } }, index) => {
    const transactionId = referenceIn(payment) === undefined && payment.transaction_id
    return transactionId ? [{ storeId: message.store_id, transactionId, index }] : []
  })
  const found = await ordersOfCharges(query, charges)
  const orderOf = new Map(charges.map(({ index }, n) => [index, found[n]]))
  return events.map((_, index) => orderOf.get(index))
}
