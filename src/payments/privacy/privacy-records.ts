import type { DbQuery } from '../../db/db.ts'
import { addToTimeline } from '../../db/orders/timeline.ts'
import { notePrivacyRequest } from '../../db/privacy/privacy-requests.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'

/**
 * Records an export or erasure that a store or an operator made, without the person and without ids of
 * orders: the request's id is random.
 */
export const recordStoreRequest = async (
  query: DbQuery,
  request: {
    storeId: StoreId
    source: string
    requestId: string
    topic: string
    outcome: string
    orders: number
    now: Date
  },
): Promise<void> => {
  const { storeId: store_id, requestId: message_id, now, ...said } = request
  await notePrivacyRequest(query, {
    ...said,
    message_id,
    store_id,
    received_at: now,
    handled_at: now,
  })
}

/** Notes on orders that somebody exported their customer's data. */
export const noteExport = async (
  query: DbQuery,
  { orderIds, request, now }: { orderIds: readonly OrderId[]; request: string; now: Date },
): Promise<void> => {
  const kind = 'personal_data_requested' as const
  await addToTimeline(
    query,
    orderIds.map((order_id) => ({ at: now, order_id, kind, details: { request } })),
  )
}
