import type { OrderId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'
import { shopifyTables } from './rows.ts'

/** `input`: the exact JSON sent to Shopify. */
export interface RefundEntry {
  key: string
  input: string
  /** Last send without an answer; initially the insert. */
  unansweredAt: Date
}

interface EntryName {
  orderGid: string
  refundId: string
}

export const findRefundEntry = (
  query: DbQuery,
  { orderGid, refundId }: EntryName,
): Promise<RefundEntry | undefined> =>
  shopifyTables(query)
    .selectFrom('shopify_refund_entries')
    .select(['key', 'input', 'unanswered_at as unansweredAt'])
    .where('order_gid', '=', orderGid)
    .where('refund_id', '=', refundId)
    .executeTakeFirst()

/** Stores an entry before it is sent; of two concurrent ones, the first wins for both. */
export const keepRefundEntry = async (
  query: DbQuery,
  {
    name,
    orderId,
    entry,
    now,
  }: { name: EntryName; orderId: OrderId; entry: Omit<RefundEntry, 'unansweredAt'>; now: Date },
): Promise<RefundEntry> => {
  await shopifyTables(query)
    .insertInto('shopify_refund_entries')
    .values({
      order_gid: name.orderGid,
      refund_id: name.refundId,
      order_id: orderId,
      ...entry,
      created_at: now,
      unanswered_at: now,
    })
    .onConflict((conflict) => conflict.columns(['order_gid', 'refund_id']).doNothing())
    .execute()
  return (await findRefundEntry(query, name)) ?? { ...entry, unansweredAt: now }
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

/** Deletes an entry that Shopify refused: the next try uses a new key. */
export const deleteRefundEntry = async (query: DbQuery, { key }: RefundEntry): Promise<void> => {
  await shopifyTables(query).deleteFrom('shopify_refund_entries').where('key', '=', key).execute()
}

/** Deletes old entries: Shopify has forgotten their keys. */
export const deleteOldRefundEntries = async (query: DbQuery, before: Date): Promise<void> => {
  await shopifyTables(query)
    .deleteFrom('shopify_refund_entries')
    .where('created_at', '<', before)
    .execute()
}
