import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'

/** Notifications of saved cards, to a store's own address or an endpoint. */
const IS_OF_SAVED_CARD = sql`(kind = 'notify-saved-card'
  OR kind = 'notify-endpoint' AND payload ->> 'type' = 'payment_method.saved')`

/** Erases what lists show of the orders' saved cards. */
export const eraseCardsOfOrders = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<void> => {
  await sql`
    DELETE FROM known_cards USING payments
    WHERE payments.order_id = ANY (${orderIds}::text[]) AND known_cards.store_id = payments.store_id
      AND known_cards.payment_method_id = payments.payment_method_id`.execute(query)
}

/** Erases what lists, notifications and the delivery log show of the stores' saved cards. */
export const eraseCardsOfStores = async (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<void> => {
  await query.deleteFrom('known_cards').where('store_id', '=', anyOf(storeIds)).execute()
  await sql`
    DELETE FROM delivery_attempts USING tasks
    WHERE store_id = ANY (${storeIds}::text[]) AND ${IS_OF_SAVED_CARD}
      AND task_id = tasks.id`.execute(query)
  await sql`
    UPDATE tasks SET payload = payload - 'customerId'
    WHERE store_id = ANY (${storeIds}::text[]) AND ${IS_OF_SAVED_CARD}
      AND payload ? 'customerId'`.execute(query)
}

/** Returns notifications about a customer's saved cards, with the attempts to deliver them. */
export const noticesOfCustomer = async (
  query: DbQuery,
  { storeId, customerId }: { storeId: StoreId; customerId: string },
): Promise<{ at: Date; card: unknown; calls: unknown }[]> => {
  const { rows } = await sql<{ at: Date; card: unknown; calls: unknown }>`
    SELECT tasks.created_at AS at, payload -> 'card' AS card, calls
    FROM tasks LEFT JOIN delivery_attempts ON task_id = tasks.id
    WHERE store_id = ${storeId} AND ${IS_OF_SAVED_CARD}
      AND payload ->> 'customerId' = ${customerId}
    ORDER BY tasks.id, delivery_attempts.at`.execute(query)
  return rows
}

/** Erases a customer's id from save-card requests and notifications. */
export const eraseCustomerOfCards = async (
  trx: DbQuery,
  { storeIds, customerId }: { storeIds: readonly StoreId[]; customerId: string },
): Promise<void> => {
  await trx
    .deleteFrom('save_card_requests')
    .where('store_id', '=', anyOf(storeIds))
    .where('external_customer_id', '=', customerId)
    .execute()
  await sql`
    DELETE FROM delivery_attempts USING tasks
    WHERE store_id = ANY (${storeIds}::text[]) AND ${IS_OF_SAVED_CARD}
      AND payload ->> 'customerId' = ${customerId} AND task_id = tasks.id`.execute(trx)
  await sql`
    UPDATE tasks SET payload = payload - 'customerId'
    WHERE store_id = ANY (${storeIds}::text[]) AND ${IS_OF_SAVED_CARD}
      AND payload ->> 'customerId' = ${customerId}`.execute(trx)
}
