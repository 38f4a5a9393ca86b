import type { DbQuery, OrderRow } from '../../db/db.ts'
import { holdsMoney } from '../../domain/order-status.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'

/**
 * Opens an alert if a store hints at a paid order and does not know it: it may have been refunded
 * there.
 */
export const openNotInStoreAlert = async (
  query: DbQuery,
  { order, now }: { order: OrderRow; now: Date },
): Promise<void> => {
  if (!holdsMoney(order)) return
  const { external_id: id, number } = order
  await openAlert(query, { ...about(order, now), details: { order: id, number } })
}

export const closeNotInStoreAlert = (
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
