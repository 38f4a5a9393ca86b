import type { StoreId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'
import { shopifyTables } from './rows.ts'

/**
 * Claims a read for a method name, unless one is in flight: begun since `before`, without an
 * answer. One concurrent caller wins.
 */
export const claimMethodName = async (
  query: DbQuery,
  {
    storeId,
    name,
    since,
    before,
    now,
  }: { storeId: StoreId; name: string; since: Date; before: Date; now: Date },
): Promise<boolean> => {
  const claimed = await shopifyTables(query)
    .insertInto('shopify_method_names')
    .values({ store_id: storeId, name, since, asked_at: now, is_manual: null })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'name'])
        .doUpdateSet({ asked_at: now })
        .where('shopify_method_names.is_manual', 'is', null)
        .where('shopify_method_names.asked_at', '<', before),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores whether a claimed name is manual; `false`: already known. */
export const keepMethodName = async (
  query: DbQuery,
  { storeId, name, isManual }: { storeId: StoreId; name: string; isManual: boolean },
): Promise<boolean> => {
  const kept = await shopifyTables(query)
    .updateTable('shopify_method_names')
    .set({ is_manual: isManual })
    .where('store_id', '=', storeId)
    .where('name', '=', name)
    .where('is_manual', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return kept !== undefined
}

/** Deletes names; returns their first orders' times. */
export const deleteMethodNames = async (
  query: DbQuery,
  { storeId, names }: { storeId: StoreId; names: readonly string[] },
): Promise<Date[]> => {
  const forgotten = await shopifyTables(query)
    .deleteFrom('shopify_method_names')
    .where('store_id', '=', storeId)
    .where('name', 'in', names)
    .returning('since')
    .execute()
  return forgotten.map(({ since }) => since)
}
