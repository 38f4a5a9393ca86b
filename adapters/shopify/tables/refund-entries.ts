import type { OrderId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'
import { shopifyTables } from './rows.ts'

/** A refund as it is sent to Shopify; `input` is JSON, to the letter. */
export interface RefundEntry {
  key: string
  input: string
  /** When it was sent the last time without an answer; at first, when it was kept. */
  unansweredAt: Date
}

/** Which refund: the void or refund of ours, at an order of Shopify. */
interface EntryName {
  orderGid: string
  refundId: string
}

/** The entry of a void or refund of ours, if it was ever about to be sent. */
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

/** Keeps an entry before it is sent; of two at the same time the first one counts, for both. */
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

/** It was sent and not answered: Shopify may be at it yet. */
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

/** Shopify has refused it for good: the next try is another one, with a key of its own. */
export const forgetRefundEntry = async (query: DbQuery, { key }: RefundEntry): Promise<void> => {
  await shopifyTables(query).deleteFrom('shopify_refund_entries').where('key', '=', key).execute()
}

/** Whatever came of them by now, Shopify knows their keys no more. */
export const trimRefundEntries = async (query: DbQuery, before: Date): Promise<void> => {
  await shopifyTables(query)
    .deleteFrom('shopify_refund_entries')
    .where('created_at', '<', before)
    .execute()
}
