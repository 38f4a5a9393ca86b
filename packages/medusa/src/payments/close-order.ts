import { MedusaError } from '@medusajs/framework/utils'
import { type Puente, resultOf } from '@puente/node'
import { isGivenBack } from './charge.js'
import { errorOf, isUnknownOrder } from './errors.js'

/**
 * Closes the payment page of an order; a page of the gateway that is open already stays payable. Throws
 * if the customer has paid, a charge is not decided yet, or the gateway is away.
 */
export const closeOrder = async (puente: Puente, orderId: string): Promise<void> => {
  const closed = await resultOf(puente.orders.cancel(orderId))
  if (closed.ok || isUnknownOrder(closed.error) || closed.error.code === 'order_cancelled') return
  if (closed.error.code === 'order_already_paid') {
    const read = await resultOf(puente.orders.retrieve(orderId))
    if (!read.ok) throw errorOf(read.error)
    if (isGivenBack(read.value)) return
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The customer has paid the payment session ${orderId}. Complete the cart, or refund the payment at Puente.`,
    )
  }
  throw errorOf(closed.error)
}
