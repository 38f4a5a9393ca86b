import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { forgetLinesOfOrders } from '../links/payment-links.ts'
import { eraseMailsOfOrders } from '../mails/customer-mails.ts'

/**
 * Erases people from orders and derived data; sums charged and refunded stay, and a payment request
 * keeps its amount and our reference. Checkout URLs go too: they lead to the buyer's data.
 */
export const erasePeopleOfOrders = async (
  trx: DbQuery,
  { orderIds, now }: { orderIds: readonly OrderId[]; now: Date },
): Promise<void> => {
  await trx
    .updateTable('orders')
    .set({
      customer: '{}',
      metadata: '{}',
      description: null,
      success_url: null,
      cancel_url: null,
      people_erased_at: now,
      updated_at: now,
    })
    .where('id', '=', anyOf(orderIds))
    .execute()
  await sql`
    UPDATE payments SET request = (request - 'customer' - 'description' - 'cancel_url')
      || jsonb_build_object('metadata', jsonb_strip_nulls(jsonb_build_object(
        'puente_payment', request -> 'metadata' -> 'puente_payment')))
      || CASE WHEN request ? 'name' THEN jsonb_build_object('name', request -> 'external_reference')
        ELSE '{}' END,
      pending_update = pending_update || '{"customer": {}, "metadata": {}, "description": null,
        "success_url": null, "cancel_url": null}'
    WHERE order_id = ANY (${orderIds}::text[])`.execute(trx)
  await trx
    .updateTable('refunds')
    .set({ reason: null, approval: sql<string>`approval || '{"why": null}'` })
    .where('order_id', '=', anyOf(orderIds))
    .execute()
  await eraseMailsOfOrders(trx, { orderIds, now })
  await forgetLinesOfOrders(trx, orderIds)
  await trx
    .updateTable('payment_requests')
    .set({ note: null })
    .where('order_id', '=', anyOf(orderIds))
    .execute()
  await trx.deleteFrom('save_card_requests').where('order_id', '=', anyOf(orderIds)).execute()
  await trx
    .updateTable('alerts')
    .set({ note: null })
    .where('order_id', '=', anyOf(orderIds))
    .where('note', 'is not', null)
    .execute()
  // Their answers show customers, and a digest of a phone number can be guessed.
  await sql`
    DELETE FROM keyed_requests USING orders
    WHERE orders.id = ANY (${orderIds}::text[]) AND keyed_requests.store_id = orders.store_id
      AND COALESCE(keyed_requests.order_id = orders.external_id, true)`.execute(trx)
  await sql`
    DELETE FROM delivery_attempts USING tasks
    WHERE tasks.order_id = ANY (${orderIds}::text[]) AND delivery_attempts.task_id = tasks.id`.execute(
    trx,
  )
}

/** Reports whether a task of these orders is running, which may hold personal data. */
export const isWorkUnderWay = async (
  trx: DbQuery,
  orderIds: readonly OrderId[],
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM tasks WHERE order_id = ANY (${orderIds}::text[]) AND state = 'running'
    LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** Erases records of requests about orders: a store may have put the customer into its own keys. */
export const eraseRecordsOfOrders = async (
  trx: DbQuery,
  orderIds: readonly OrderId[],
): Promise<void> => {
  await sql`
    DELETE FROM api_requests USING orders
    WHERE orders.id = ANY (${orderIds}::text[]) AND api_requests.store_id = orders.store_id
      AND (api_requests.subject = orders.external_id
        OR starts_with(api_requests.subject, orders.external_id || ' ')
        OR api_requests.request #>> '{order,id}' = orders.external_id)`.execute(trx)
}

/** Erases free text of the stores' people, and records of calls. */
export const eraseRecordsOfStores = async (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<void> => {
  await query.deleteFrom('api_requests').where('store_id', '=', anyOf(storeIds)).execute()
  await query.deleteFrom('customer_notes').where('store_id', '=', anyOf(storeIds)).execute()
  await query
    .updateTable('alerts')
    .set({ note: null })
    .where('store_id', '=', anyOf(storeIds))
    .where('note', 'is not', null)
    .execute()
}
