import type { DbQuery, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { OrderId } from '../../domain/ids.ts'
import { closeAlert, openOrRefreshAlert } from '../alerts/alerts.ts'

/** Opens an alert for an order with invalid data. */
export const openUnreadableAlert = async (
  query: DbQuery,
  store: Pick<StoreRow, 'id'>,
  { id, detail }: { id: string; detail: string },
  now: Date,
): Promise<void> => {
  const order = await findOrderOfStore(query, store.id, id)
  await openOrRefreshAlert(query, {
    ...about(store, now),
    orderId: order?.id,
    subject: order?.id ?? unknownOrder(store, id),
    details: { order: id, reason: detail },
  })
}

export const closeUnreadableAlert = async (
  query: DbQuery,
  store: Pick<StoreRow, 'id'>,
  { id, orderId }: { id: string; orderId: OrderId | undefined },
  now: Date,
): Promise<void> => {
  await closeAlert(query, { ...about(store, now), subject: unknownOrder(store, id) })
  if (orderId) await closeAlert(query, { ...about(store, now), orderId, subject: orderId })
}

const unknownOrder = ({ id: storeId }: Pick<StoreRow, 'id'>, id: string): string =>
  `${storeId}:${id}`

const about = ({ id: storeId }: Pick<StoreRow, 'id'>, now: Date) => ({
  kind: 'store_data_unreadable' as const,
  storeId,
  now,
})
