import { hasConfirmedCustomer } from '../../../db/customers/confirmed-customers.ts'
import type { OrderRow } from '../../../db/db.ts'

/** Orders of one customer, newest first. */
interface OrdersOfCustomer {
  /** Text that finds the customer's orders. */
  search: string
  newest: OrderRow
}

/** Groups orders with a confirmed customer by store and e-mail, else name. */
export const customersOfOrders = (orders: readonly OrderRow[]): OrdersOfCustomer[] => {
  const customers = new Map<string, OrdersOfCustomer>()
  for (const order of orders) {
    const search = order.customer.email ?? order.customer.name
    if (!search || !hasConfirmedCustomer(order)) continue
    const key = `${order.store_id} ${search.toLowerCase()}`
    if (!customers.has(key)) customers.set(key, { search, newest: order })
  }
  return [...customers.values()]
}
