import type { LedgerQuery } from './ledger.ts'

/** Until when the changes of a store's orders have been looked at; `undefined` before the first look. */
export const changesKnownUntil = async (
  query: LedgerQuery,
  storeId: string,
): Promise<Date | undefined> => {
  const cursor = await query
    .selectFrom('store_cursors')
    .select('changed_until')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return cursor?.changed_until
}

/** It only grows, unless it had run ahead of the time. */
export const noteChangesKnown = async (
  query: LedgerQuery,
  { storeId, until, now }: { storeId: string; until: Date; now: Date },
): Promise<void> => {
  await query
    .insertInto('store_cursors')
    .values({ store_id: storeId, changed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('store_id')
        .doUpdateSet({ changed_until: until })
        .where((where) =>
          where.or([
            where('store_cursors.changed_until', '<', until),
            where('store_cursors.changed_until', '>', now),
          ]),
        ),
    )
    .execute()
}
