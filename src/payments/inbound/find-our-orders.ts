import type { DbQuery } from '../../db/db.ts'
import type { WaitingMessage } from '../../db/inbox.ts'
import { ordersOfGatewayNumbers, paymentsByIds } from '../../db/payments.ts'
import { type OrderId, PaymentId } from '../../domain/ids.ts'
import type { GatewayEvent } from '../../gateway/event.ts'
import { OUR_REFERENCE } from '../attempts/creation-request.ts'

export type PaymentEvent = GatewayEvent & { kind: 'payment' }

/** Our reference in the `metadata` of a payment of the gateway, if it carries one. */
export const referenceOf = ({ metadata }: PaymentEvent['payment']): PaymentId | undefined => {
  const reference = metadata?.[OUR_REFERENCE]
  return typeof reference === 'string' ? PaymentId.parse(reference) : undefined
}

/**
 * The orders that events are about: known by the gateway's number of their payment, or by our reference
 * when an event overtakes the answer to our own creation. `undefined`: of no order of this store.
 */
export const findOurOrders = async (
  query: DbQuery,
  events: readonly { message: WaitingMessage; event: PaymentEvent }[],
): Promise<(OrderId | undefined)[]> => {
  const numbers = events.map(({ message, event }) => ({
    storeId: message.store_id,
    gatewayPaymentId: event.payment.id,
  }))
  const byNumber = await ordersOfGatewayNumbers(query, numbers)
  const references = events.map(({ event }, index) =>
    byNumber[index] === undefined ? referenceOf(event.payment) : undefined,
  )
  const named = await paymentsByIds(
    query,
    references.filter((reference) => reference !== undefined),
  )
  return events.map(({ message }, index) => {
    const payment = named.get(references[index] ?? '')
    return (
      byNumber[index] ?? (payment?.store_id === message.store_id ? payment.order_id : undefined)
    )
  })
}
