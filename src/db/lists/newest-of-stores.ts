import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { FEW_STORES, isOfStores } from './conditions.ts'

/**
 * Selects columns of the newest rows of stores, up to `rows`. Of many stores, it reads the newest
 * rows of all, in one pass: a store without any among them contributes none.
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
  if (storeIds.length > FEW_STORES) {
    return sql`SELECT ${selected} FROM (
        SELECT store_id, ${selected} FROM ${sql.table(table)} ORDER BY id DESC LIMIT ${rows}
      ) AS newest WHERE ${isOfStores(storeIds)}`
  }
  return sql`SELECT newest.* FROM unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
      SELECT ${selected} FROM ${sql.table(table)} WHERE store_id = store.id
      ORDER BY id DESC LIMIT ${Math.ceil(rows / storeIds.length)}
    ) AS newest`
}
