import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import type { DbTables } from '../tables.ts'

export type WebhookGapRow = Selectable<DbTables['webhook_gaps']>

/** Payment change found before its event arrived. */
export type NewGap = Pick<
  WebhookGapRow,
  'store_id' | 'order_id' | 'payment_id' | 'state' | 'found_by' | 'found_at'
>

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
 * Counts changes without an event, found since `foundSince`: one count per name in `foundBefore`,
 * up to its instant.
 */
export const countOpenGaps = async <Name extends string>(
  query: DbQuery,
  {
    foundBefore,
    foundSince = new Date(0),
    storeIds,
  }: {
    foundBefore: Readonly<Record<Name, Date>>
    foundSince?: Date
    storeIds?: readonly StoreId[] | undefined
  },
): Promise<Map<string, Partial<Record<Name, GapCount>>>> => {
  const names = Object.keys(foundBefore)
  const instants = Object.values<Date>(foundBefore)
  const ofStores = storeIds === undefined ? sql`true` : isOfStores(storeIds)
  const { rows } = await sql<{ store_id: string; name: Name } & GapCount>`
    SELECT store_id, age.name, count(*)::int AS count, max(found_at) AS "latestFoundAt"
    FROM webhook_gaps
    JOIN unnest(${names}::text[], ${instants}::timestamptz[]) AS age (name, at)
      ON found_at <= age.at
    WHERE event_came_at IS NULL AND found_at >= ${foundSince} AND ${ofStores}
    GROUP BY 1, 2`.execute(query)
  const counts = new Map<string, Partial<Record<Name, GapCount>>>()
  for (const { store_id: id, name, count, latestFoundAt } of rows) {
    counts.set(id, { ...counts.get(id), [name]: { count, latestFoundAt } })
  }
  return counts
}

export const deleteOldWebhookGaps = async (query: DbQuery, before: Date): Promise<void> => {
  await query.deleteFrom('webhook_gaps').where('found_at', '<', before).execute()
}
