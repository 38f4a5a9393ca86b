import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf, anyTrue } from '../../runtime/postgres/database.ts'
import type { DbQuery, OrderRow } from '../db.ts'

/** Any match suffices. */
export interface PersonTraces {
  externalIds: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

const HAS_PERSONAL_DATA = sql<boolean>`(
  customer <> '{}' OR metadata <> '{}' OR description IS NOT NULL
  OR success_url IS NOT NULL OR cancel_url IS NOT NULL
)`

/** Leaves out traces without values: phones have no index, so their condition reads all orders. */
const isOf = ({ externalIds, emails, phones }: PersonTraces): RawBuilder<boolean> => {
  const digits = phones.map((phone) => phone.replace(/\D/g, '')).filter((phone) => phone !== '')
  const matches = [
    { column: sql`external_id`, values: [...externalIds] },
    {
      column: sql`lower(customer ->> 'email')`,
      values: emails.map((email) => email.toLowerCase()),
    },
    { column: sql`regexp_replace(customer ->> 'phone', '\\D', '', 'g')`, values: digits },
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ column, values }) => sql<boolean>`${column} = ANY (${values}::text[])`)
  return anyTrue(matches)
}

export const ordersOfPerson = (
  query: DbQuery,
  {
    storeIds,
    traces,
    limit,
  }: { storeIds: readonly StoreId[]; traces: PersonTraces; limit: number },
): Promise<OrderRow[]> =>
  query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', anyOf(storeIds))
    .where(isOf(traces))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks the oldest first; without `traces`, of everyone. */
export const lockOrdersToErase = (
  trx: DbQuery,
  {
    storeIds,
    traces,
    limit,
  }: { storeIds: readonly StoreId[]; traces?: PersonTraces | undefined; limit: number },
): Promise<OrderRow[]> => {
  const matching = trx
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', anyOf(storeIds))
    .where(HAS_PERSONAL_DATA)
  return (traces ? matching.where(isOf(traces)) : matching)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

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
  await trx.deleteFrom('save_card_requests').where('order_id', '=', anyOf(orderIds)).execute()
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

/** Erases what lists and the delivery log show of the stores' saved cards. */
export const eraseCardsOfStores = async (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<void> => {
  await query.deleteFrom('known_cards').where('store_id', '=', anyOf(storeIds)).execute()
  await sql`
    DELETE FROM delivery_attempts USING tasks
    WHERE store_id = ANY (${storeIds}::text[]) AND kind = 'notify-saved-card'
      AND task_id = tasks.id`.execute(query)
}

/** Returns what the delivery log keeps of an order's notifications, oldest first. */
export const attemptsOfOrder = (query: DbQuery, orderId: OrderId) =>
  query
    .selectFrom('delivery_attempts')
    .innerJoin('tasks', 'tasks.id', 'delivery_attempts.task_id')
    .select(['delivery_attempts.at', 'delivery_attempts.calls'])
    .where('tasks.order_id', '=', orderId)
    .orderBy('delivery_attempts.at')
    .execute()

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
    WHERE store_id = ANY (${storeIds}::text[]) AND kind = 'notify-saved-card'
      AND payload ->> 'customerId' = ${customerId} AND task_id = tasks.id`.execute(trx)
  await sql`
    UPDATE tasks SET payload = payload - 'customerId'
    WHERE store_id = ANY (${storeIds}::text[]) AND kind = 'notify-saved-card'
      AND payload ->> 'customerId' = ${customerId}`.execute(trx)
}
