import { sql } from 'kysely'
import type { OrderId, PaymentLinkId, StoreId } from '../../domain/ids.ts'
import type { DbQuery, OrderRow, PaymentLinkRow, StoreRow } from '../db.ts'

/** Finds a store, removed ones too: their books remain. */
export const storeWithBooks = (query: DbQuery, id: StoreId): Promise<StoreRow | undefined> =>
  query.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirst()

/** Oldest first, behind `after`. */
export const ordersToExport = (
  query: DbQuery,
  { storeId, after, limit }: { storeId: StoreId; after: OrderId | undefined; limit: number },
): Promise<OrderRow[]> => {
  let orders = query.selectFrom('orders').selectAll().where('store_id', '=', storeId)
  if (after !== undefined) orders = orders.where('id', '>', after)
  return orders.orderBy('id').limit(limit).execute()
}

/** Oldest first, behind `after`. */
export const linksToExport = (
  query: DbQuery,
  { storeId, after, limit }: { storeId: StoreId; after: PaymentLinkId | undefined; limit: number },
): Promise<PaymentLinkRow[]> => {
  let links = query.selectFrom('payment_links').selectAll().where('store_id', '=', storeId)
  if (after !== undefined) links = links.where('id', '>', after)
  return links.orderBy('id').limit(limit).execute()
}

/** By customer, behind `after`. */
export const notesToExport = (
  query: DbQuery,
  { storeId, after, limit }: { storeId: StoreId; after: string | undefined; limit: number },
) => {
  let notes = query.selectFrom('customer_notes').selectAll().where('store_id', '=', storeId)
  if (after !== undefined) notes = notes.where('customer_key', '>', after)
  return notes.orderBy('customer_key').limit(limit).execute()
}

/** Ends webhooks whose task went when their store was removed: nobody else would handle them. */
export const endMessagesOfRemovedStore = async (
  trx: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  await sql`
    WITH ended AS (
      DELETE FROM inbox_waiting
      WHERE store_id = ${storeId} AND state = 'queued' AND NOT EXISTS (
        SELECT FROM tasks
        WHERE tasks.store_id = ${storeId} AND tasks.state IN ('ready', 'queued', 'running')
          AND tasks.payload ->> 'month' = to_char(inbox_waiting.month, 'YYYY-MM-DD')
          AND tasks.payload ->> 'seq' = inbox_waiting.seq::text)
      RETURNING month, seq
    )
    INSERT INTO inbox_outcomes (month, seq, outcome, handled_at)
    SELECT month, seq, 'store-removed', ${now} FROM ended
    ON CONFLICT DO NOTHING`.execute(trx)
}

/**
 * Erases what names the merchant of a removed store and its shop, and what its books do not need.
 * The row stays with its id, because orders refer to it.
 */
export const eraseStoreRow = async (
  trx: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  await trx
    .updateTable('stores')
    .set({
      name: storeId,
      connection: '{}',
      sealed_connection: null,
      publishable_key: null,
      gateway_account: null,
      notify_url: null,
      orders_url: null,
      policy: '{}',
      brand: null,
      frozen_by: null,
      frozen_why: null,
      updated_at: now,
    })
    .where('id', '=', storeId)
    .execute()
  for (const table of [
    'api_requests',
    'keyed_requests',
    'known_cards',
    'save_card_requests',
    'begun_connections',
    'webhook_counts',
    'webhook_latest',
    'webhook_refusals',
    'webhook_gaps',
    'store_work',
    'content_reports',
    'store_logos',
    'store_reports',
  ] as const) {
    await sql`DELETE FROM ${sql.table(table)} WHERE store_id = ${storeId}`.execute(trx)
  }
  await trx
    .updateTable('payment_links')
    .set({ name: '', description: null, created_by: null })
    .where('store_id', '=', storeId)
    .execute()
  await sql`
    DELETE FROM delivery_attempts USING tasks
    WHERE tasks.store_id = ${storeId} AND task_id = tasks.id`.execute(trx)
  await trx
    .deleteFrom('tasks')
    .where('store_id', '=', storeId)
    .where('state', 'in', ['done', 'dead'])
    .execute()
  await trx
    .updateTable('inbox')
    .set({ body: Buffer.from('{}') })
    .where('store_id', '=', storeId)
    .execute()
  // An error of a task may quote the shop or a customer; people say why they freeze a store.
  await sql`
    UPDATE alerts SET note = NULL, details = details || (
      SELECT COALESCE(jsonb_object_agg(key, value), '{}')
      FROM jsonb_each('{"last_error": "[erased]", "words": ["[erased]"], "by": "[erased]"}')
      WHERE details ? key)
    WHERE store_id = ${storeId}`.execute(trx)
}
