import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { FEW_STORES, isOfStores } from './conditions.ts'

/** Fewer rows of the stores among the newest of all say little about each store. */
const LEAST_SHARE = 0.1

/**
 * Selects columns of the newest rows of stores, up to `rows`, an equal part of them per store. Many
 * stores are read in one pass over the newest rows of all, if a tenth of these are theirs.
 */
export const newestOf = (
  storeIds: readonly StoreId[],
  {
    table,
    columns,
    rows,
  }: { table: 'orders' | 'payments'; columns: readonly string[]; rows: number },
): RawBuilder<unknown> => {
  const selected = sql.join(columns.map((column) => sql.ref(column)))
  const perStore = sql`unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
      SELECT ${selected} FROM ${sql.table(table)} WHERE store_id = store.id
      ORDER BY id DESC LIMIT ${Math.ceil(rows / storeIds.length)}
    ) AS of_store`
  if (storeIds.length <= FEW_STORES) return sql`SELECT of_store.* FROM ${perStore}`
  const isEnough = sql`(SELECT count(*) FROM seen) >= ${Math.ceil(rows * LEAST_SHARE)}`
  return sql`
    WITH seen AS MATERIALIZED (
      SELECT ${selected} FROM (
        SELECT store_id, ${selected} FROM ${sql.table(table)} ORDER BY id DESC LIMIT ${rows}
      ) AS newest WHERE ${isOfStores(storeIds)}
    )
    SELECT * FROM seen WHERE ${isEnough}
    UNION ALL SELECT of_store.* FROM ${perStore} WHERE NOT (${isEnough})`
}
