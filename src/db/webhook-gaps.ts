import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'
import type { DbTables } from './tables.ts'

export type WebhookGapRow = Selectable<DbTables['webhook_gaps']>

/** A change of a payment that was found at the gateway before its event came. */
export type NewGap = Pick<
  WebhookGapRow,
  'store_id' | 'order_id' | 'payment_id' | 'state' | 'found_by' | 'found_at'
>

/** Changes of a store whose event has not come, the newest first. */
export const openGaps = (
  query: DbQuery,
  { storeId, foundBefore, limit }: { storeId: StoreId; foundBefore: Date; limit: number },
): Promise<WebhookGapRow[]> =>
  query
    .selectFrom('webhook_gaps')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('event_came_at', 'is', null)
    .where('found_at', '<=', foundBefore)
    .orderBy('found_at', 'desc')
    .limit(limit)
    .execute()

/**
 * How many changes of each store were found before `foundBefore`, not earlier than `foundSince`, and
 * have had no event since.
 */
export const countOpenGaps = async (
  query: DbQuery,
  {
    foundBefore,
    foundSince = new Date(0),
    storeId,
  }: { foundBefore: Date; foundSince?: Date; storeId?: StoreId | undefined },
): Promise<Map<string, { count: number; latestFoundAt: Date }>> => {
  let gaps = query
    .selectFrom('webhook_gaps')
    .select(({ fn }) => ['store_id', fn.max('found_at').as('latestFoundAt')])
    .select(sql<number>`count(*)::int`.as('count'))
    .where('event_came_at', 'is', null)
    .where('found_at', '<=', foundBefore)
    .where('found_at', '>=', foundSince)
  if (storeId !== undefined) gaps = gaps.where('store_id', '=', storeId)
  const rows = await gaps.groupBy('store_id').execute()
  return new Map(rows.map(({ store_id, ...gap }) => [store_id, gap]))
}

/** Forgets what was found before `before`, whatever became of it. */
export const trimGaps = async (query: DbQuery, before: Date): Promise<void> => {
  await query.deleteFrom('webhook_gaps').where('found_at', '<', before).execute()
}
