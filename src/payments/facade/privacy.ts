import type { DbQuery } from '../../db/db.ts'
import { eraseBody } from '../../db/events/events-of-people.ts'
import { addToTimeline } from '../../db/orders/timeline.ts'
import { ordersOfPerson, type PersonTraces } from '../../db/privacy/people-of-orders.ts'
import { notePrivacyRequest } from '../../db/privacy/privacy-requests.ts'
import type { StoreId } from '../../domain/ids.ts'
import { openAlert } from '../alerts/alerts.ts'
import type { PlatformMessage } from '../ports/platform.ts'
import { MOST_ORDERS } from '../privacy/traces.ts'

export { noteExport, recordStoreRequest } from '../privacy/privacy-records.ts'

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
