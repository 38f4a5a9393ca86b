import type { DbQuery } from '../../db/db.ts'
import type { InboxEvent } from '../../db/events/inbox.ts'
import {
  ordersOfCharges,
  ordersOfGatewayNumbers,
  paymentsByIds,
} from '../../db/payments/payments.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { GatewayEvent } from '../../gateway/event.ts'
import { referenceIn } from '../attempts/creation-request.ts'

export type PaymentEvent = GatewayEvent & { kind: 'payment' }

/**
 * Resolves events to orders: by gateway id, by our reference (if the event overtakes the creation
 * response), or by the transaction id of a charge response (4.13). `undefined`: no order of this
 * store.
 */
export const findOurOrders = async (
  query: DbQuery,
  events: readonly { message: InboxEvent; event: PaymentEvent }[],
): Promise<(OrderId | undefined)[]> => {
  const numbers = events.map(({ message, event }) => ({
    storeId: message.store_id,
    gatewayPaymentId: event.payment.id,
  }))
  const byNumber = await ordersOfGatewayNumbers(query, numbers)
  const references = events.map(({ event }, index) =>
    byNumber[index] === undefined ? referenceIn(event.payment) : undefined,
  )
  const named = await paymentsByIds(
    query,
    references.filter((reference) => reference !== undefined),
  )
  const orders = events.map(({ message }, index) => {
    const payment = named.get(references[index] ?? '')
    return (
      byNumber[index] ?? (payment?.store_id === message.store_id ? payment.order_id : undefined)
    )
  })
  const nameless = events.flatMap(({ message, event }, index) => {
    const transactionId = event.payment.transaction_id
    const isNameless = orders[index] === undefined && references[index] === undefined
    return isNameless && transactionId ? [{ storeId: message.store_id, transactionId, index }] : []
  })
  const charged = await ordersOfCharges(query, nameless)
  for (const [n, { index }] of nameless.entries()) orders[index] = charged[n]
  return orders
}
