import { type SqlBool, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** Interrupted walk through a store's changes. */
export interface CutWalk {
  /** Lower bound of the changes. */
  since: Date
  /** Resume position, in the store's format. */
  position: string
}

/** Returns how far changes are synced; `undefined` before the first poll. */
export const syncPosition = async (
  query: DbQuery,
  storeId: StoreId,
): Promise<{ until: Date; walk: CutWalk | undefined } | undefined> => {
  const cursor = await query
    .selectFrom('store_cursors')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!cursor) return undefined
  const { changed_until: until, walk_since: since, walk_position: position } = cursor
  return { until, walk: since && position !== null ? { since, position } : undefined }
}

/** Moves the cursor back only if it was ahead of the clock. */
export const advanceSync = async (
  query: DbQuery,
  {
    storeId,
    until,
    walk,
    now,
  }: { storeId: StoreId; until: Date; walk: CutWalk | undefined; now: Date },
): Promise<void> => {
  const cut = { walk_since: walk?.since ?? null, walk_position: walk?.position ?? null }
  const isBehind = sql<SqlBool>`store_cursors.changed_until < ${until} OR store_cursors.changed_until > ${now}`
  await query
    .insertInto('store_cursors')
    .values({ store_id: storeId, changed_until: until, ...cut })
    .onConflict((conflict) =>
      conflict.column('store_id').doUpdateSet({
        changed_until: sql<Date>`CASE WHEN ${isBehind} THEN ${until} ELSE store_cursors.changed_until END`,
        ...cut,
      }),
    )
    .execute()
}

export const rewindSync = async (
  query: DbQuery,
  { storeId, since }: { storeId: StoreId; since: Date },
): Promise<void> => {
  await query
    .updateTable('store_cursors')
    .set({ changed_until: since, walk_since: null, walk_position: null })
    .where('store_id', '=', storeId)
    .where('changed_until', '>', since)
    .execute()
}
