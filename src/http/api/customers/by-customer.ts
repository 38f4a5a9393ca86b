import { type GroupingKey, groupingKeyOf } from '../../../db/customers/customers.ts'
import type { OrderRow } from '../../../db/db.ts'
import { byOrder } from '../operator/locate.ts'
import type { Locate } from '../route.ts'

/** An order with its customer's key. */
export interface OrderOfCustomer {
  order: OrderRow
  key: GroupingKey
}

/** Finds a customer by the id of any of their orders. */
export const byCustomer: Locate<OrderOfCustomer> = async (given, id) => {
  const located = await byOrder(given, id)
  const key = located && (await groupingKeyOf(given.ctx.db.query, located.row))
  return key && { ...located, row: { order: located.row, key } }
}
