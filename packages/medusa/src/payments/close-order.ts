import { MedusaError } from '@medusajs/framework/utils'
import { type Puente, resultOf } from '@puente/node'
import { errorOf, isUnknownOrder } from './errors.js'

const GIVEN_BACK: ReadonlySet<string> = new Set(['voided', 'refunded'])

/** Closes the payment page of an order, unless a charge of it stands or may stand: then it throws. */
export const closeOrder = async (puente: Puente, orderId: string): Promise<void> => {
  const closed = await resultOf(puente.orders.cancel(orderId))
  if (closed.ok || isUnknownOrder(closed.error) || closed.error.code === 'order_cancelled') return
  if (closed.error.code === 'order_already_paid') {
    const { order } = await puente.orders.retrieve(orderId)
    if (GIVEN_BACK.has(order.status)) return
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The customer has paid the payment session ${orderId}. Complete the cart, or refund the payment at Puente.`,
    )
  }
  throw errorOf(closed.error)
}
