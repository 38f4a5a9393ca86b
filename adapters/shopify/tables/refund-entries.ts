import type { Selectable } from 'kysely'
import type { DbQuery } from '../../adapter.ts'
import { type ShopifyTables, shopifyTables } from './rows.ts'

export type RefundEntry = Selectable<ShopifyTables['shopify_refund_entries']>

export const findRefundEntry = (
  query: DbQuery,
  { order_gid, refund_id }: Pick<RefundEntry, 'order_gid' | 'refund_id'>,
): Promise<RefundEntry | undefined> =>
  shopifyTables(query)
    .selectFrom('shopify_refund_entries')
    .selectAll()
    .where('order_gid', '=', order_gid)
    .where('refund_id', '=', refund_id)
    .executeTakeFirst()

/** Stores an entry before sending; of two concurrent ones, the first wins for both. */
export const keepRefundEntry = async (query: DbQuery, entry: RefundEntry): Promise<RefundEntry> => {
  await shopifyTables(query)
    .insertInto('shopify_refund_entries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['order_gid', 'refund_id']).doNothing())
    .execute()
  return (await findRefundEntry(query, entry)) ?? entry
}

/** Records that Shopify may still be processing the entry. */
export const noteUnansweredEntry = async (
  query: DbQuery,
  { key }: RefundEntry,
  now: Date,
): Promise<void> => {
  await shopifyTables(query)
    .updateTable('shopify_refund_entries')
    .set({ unanswered_at: now })
    .where('key', '=', key)
    .execute()
}

/** After Shopify's refusal; the next try uses a new key. */
export const deleteRefundEntry = async (query: DbQuery, { key }: RefundEntry): Promise<void> => {
  await shopifyTables(query).deleteFrom('shopify_refund_entries').where('key', '=', key).execute()
}

/** Shopify has forgotten their keys. */
export const deleteOldRefundEntries = async (query: DbQuery, before: Date): Promise<void> => {
  await shopifyTables(query)
    .deleteFrom('shopify_refund_entries')
    .where('created_at', '<', before)
    .execute()
}
