import type { RestClient, RestOutcome } from '../rest/rest-client.ts'
import { ORDER_FIELDS, type WooOrder, wooOrder } from './order.ts'

export const readWooOrder = (
  rest: RestClient,
  id: number | string,
): Promise<RestOutcome<WooOrder>> => rest.get(`orders/${id}`, wooOrder, { _fields: ORDER_FIELDS })

/** Changes an order. WooCommerce answers 200 even if it ignored the changes: check the result. */
export const updateWooOrder = (
  rest: RestClient,
  id: number,
  changes: object,
): Promise<RestOutcome<WooOrder>> => rest.put(`orders/${id}`, wooOrder, changes)
