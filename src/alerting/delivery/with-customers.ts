import type { OrderRow } from '../../db/db.ts'
import { ordersByIds } from '../../db/orders/orders.ts'
import { ordersOfCustomerAddress } from '../../domain/dashboard-addresses.ts'
import { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { oneLine } from '../../runtime/text/printable.ts'
import type { AlertMessage } from '../messages/alert-message.ts'

const MOST_NAME = 60
const MOST_EMAIL = 254

/**
 * Reads the current customers of a message's orders. Stored messages name none, so erasing a person
 * need not search them.
 */
export const withCustomers = async (
  { db: { query }, publicUrl }: Pick<PaymentsContext, 'db' | 'publicUrl'>,
  message: AlertMessage,
): Promise<AlertMessage> => {
  const { affected_orders: affected } = message.data
  const orders = await ordersByIds(
    query,
    affected.map(({ id }) => OrderId.parse(id)),
  )
  const affected_orders = affected.map((order) => ({
    ...order,
    customer: customerToName(orders.get(order.id)?.customer ?? {}, publicUrl),
  }))
  return { ...message, data: { ...message.data, affected_orders } }
}

type NamedCustomer = AlertMessage['data']['affected_orders'][number]['customer']

/** `null` if the order has neither name nor address. */
export const customerToName = (
  { name, email }: Pick<OrderRow['customer'], 'name' | 'email'>,
  publicUrl: string,
): NamedCustomer => {
  const shown = {
    name: oneLine(name ?? '', MOST_NAME) || null,
    email: oneLine(email ?? '', MOST_EMAIL) || null,
  }
  const link =
    email && email.length <= MOST_EMAIL ? `${publicUrl}${ordersOfCustomerAddress(email)}` : null
  return shown.name === null && shown.email === null ? null : { ...shown, link }
}
