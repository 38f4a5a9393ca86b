import type { DbQuery } from '../../db/db.ts'
import { eraseBody } from '../../db/events/events-of-people.ts'
import { addToTimeline } from '../../db/orders/timeline.ts'
import { ordersOfPerson, type PersonTraces } from '../../db/privacy/people-of-orders.ts'
import { notePrivacyRequest } from '../../db/privacy/privacy-requests.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { openAlert } from '../alerts/alerts.ts'
import type { PlatformMessage } from '../ports/platform.ts'
import { MOST_ORDERS } from '../privacy/traces.ts'

/**
 * Opens an alert for a person's request for their data, and notes it on their orders. Returns the
 * number of orders.
 */
export const recordDataRequest = async (
  trx: DbQuery,
  request: {
    storeId: StoreId
    storeIds: readonly StoreId[]
    person: PersonTraces
    /** Names the request, without personal data. */
    subject: string
    details: object
    now: Date
  },
): Promise<number> => {
  const { storeId, storeIds, person: traces, subject, details, now } = request
  const orders = await ordersOfPerson(trx, { storeIds, traces, limit: MOST_ORDERS })
  await openAlert(trx, { kind: 'customer_data_requested', storeId, subject, now, details })
  await addToTimeline(
    trx,
    orders.map(({ id }) => ({
      at: now,
      order_id: id,
      kind: 'personal_data_requested',
      details: { request: subject },
    })),
  )
  return orders.length
}

/**
 * Records a store's own export or erasure of its orders, without their ids: the request's id is
 * random.
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

/** Notes on orders that the store exported their customer's data. */
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

/**
 * Records the outcome of a privacy request; idempotent. `isCarriedOut` empties its message, which
 * names the person.
 */
export const recordPrivacyRequest = async (
  query: DbQuery,
  request: {
    message: PlatformMessage
    source: string
    outcome: string
    orders: number
    isCarriedOut: boolean
    now: Date
  },
): Promise<void> => {
  const { message, source, outcome, orders, isCarriedOut, now } = request
  if (isCarriedOut) await eraseBody(query, message.address)
  await notePrivacyRequest(query, {
    source,
    message_id: message.messageId,
    store_id: message.storeId,
    topic: message.topic,
    outcome,
    orders,
    received_at: message.at,
    handled_at: now,
  })
}
