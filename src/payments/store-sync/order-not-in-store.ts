import type { DbQuery, OrderRow } from '../../db/db.ts'
import type { OrderStatus } from '../../db/tables/orders.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'

/** Money of its customer is here, or was taken and waits for a decision. */
const HOLDS_MONEY: ReadonlySet<OrderStatus> = new Set(['paid', 'partially_refunded', 'on_hold'])

export const holdsMoney = ({ status }: Pick<OrderRow, 'status'>): boolean => HOLDS_MONEY.has(status)

/**
 * The store has hinted at a change of an order and knows no such order. One that was paid is for a
 * person to look at: what became of it there is not known, and it may have been a refund.
 */
export const noteNotInStore = async (
  query: DbQuery,
  { order, now }: { order: OrderRow; now: Date },
): Promise<void> => {
  if (!holdsMoney(order)) return
  const { external_id: id, number } = order
  await openAlert(query, { ...about(order, now), details: { order: id, number } })
}

/** It is there, or there again. */
export const noteInStore = (
  query: DbQuery,
  { order, now }: { order: OrderRow; now: Date },
): Promise<void> => closeAlert(query, about(order, now))

const about = ({ id, store_id: storeId }: OrderRow, now: Date) => ({
  kind: 'order_not_in_store' as const,
  storeId,
  orderId: id,
  subject: id,
  now,
})
