import type { Selectable } from 'kysely'
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

export interface GapCount {
  count: number
  latestFoundAt: Date
}

/**
 * How many changes of each store were found before `foundBefore`, not earlier than `foundSince`, and
 * have had no event since.
 */
export const countOpenGaps = async (
  query: DbQuery,
  {
    foundBefore,
    foundSince,
    storeId,
  }: { foundBefore: Date; foundSince?: Date | undefined; storeId?: StoreId | undefined },
): Promise<Map<string, GapCount>> => {
  let gaps = query
    .selectFrom('webhook_gaps')
    .select('store_id')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.max('found_at').as('latest_found_at'),
    ])
    .where('event_came_at', 'is', null)
    .where('found_at', '<=', foundBefore)
  if (storeId !== undefined) gaps = gaps.where('store_id', '=', storeId)
  if (foundSince !== undefined) gaps = gaps.where('found_at', '>=', foundSince)
  const rows = await gaps.groupBy('store_id').execute()
  return new Map(
    rows.map(({ store_id, count, latest_found_at }) => [
      store_id,
      { count: Number(count), latestFoundAt: latest_found_at },
    ]),
  )
}

/** Forgets what was found before `before`, whatever became of it. */
export const trimGaps = async (query: DbQuery, before: Date): Promise<void> => {
  await query.deleteFrom('webhook_gaps').where('found_at', '<', before).execute()
}
