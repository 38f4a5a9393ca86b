import type { DbQuery } from '../../db/db.ts'
import * as orders from '../../db/orders/orders.ts'
import { ordersByReferences } from '../../db/orders/orders-by-reference.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { addTasks } from '../../db/tasks/outbox.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { addNotificationsSince } from '../notifications/notify-again.ts'
import { isEndUnknown } from '../orders/rules/charges/open-attempts.ts'
import type { Order } from '../ports/platform-views.ts'
import { newSyncStoreOrderTask } from '../ports/tasks/store-tasks.ts'

export const findOrder: (
  query: DbQuery,
  storeId: StoreId,
  externalId: string,
) => Promise<Order | undefined> = orders.findOrderOfStore

/** Returns the known orders of a store. */
export const findOrders = async (
  query: DbQuery,
  storeId: StoreId,
  externalIds: readonly string[],
): Promise<Order[]> => {
  const references = externalIds.map((externalId) => ({ storeId, externalId }))
  return [...(await ordersByReferences(query, references)).values()]
}

export const orderById: (query: DbQuery, id: OrderId) => Promise<Order> = orders.getOrder

/** Locks an order until the transaction ends. Throws for an unknown id. */
export const lockOrderById: (trx: DbQuery, id: OrderId) => Promise<Order> = orders.lockOrder

/**
 * `isUnknown`: a checkout passed its expiry without an outcome. `declineCode`: code of the last
 * decline.
 */
export const endOfAttempts = async (
  query: DbQuery,
  { orderId, now }: { orderId: OrderId; now: Date },
): Promise<{ isUnknown: boolean; declineCode: string | undefined }> => {
  const attempts = await paymentsOfOrder(query, orderId)
  return {
    isUnknown: attempts.some((attempt) => isEndUnknown(attempt, now)),
    declineCode: attempts.findLast(({ decline }) => decline !== null)?.decline?.code,
  }
}

/**
 * Notifies a store that was away of its orders changed since an instant, once per occasion.
 * `syncs`: also polls its open orders and those changed since.
 */
export const catchUpSince = async (
  trx: DbQuery,
  {
    syncs = false,
    ...missed
  }: { storeId: StoreId; since: Date; occasion: string; now: Date; syncs?: boolean },
): Promise<void> => {
  await addNotificationsSince(trx, missed)
  if (!syncs) return
  const { storeId, since, now } = missed
  const changed = await orders.ordersOpenOrChangedSince(trx, { storeId, since })
  await addTasks(
    trx,
    changed.map((order) => newSyncStoreOrderTask(order, { now })),
  )
}
