import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** Lists stores behind one of these circuits (`circuitName`). */
export const storesWithCircuit = async (
  query: DbQuery,
  {
    storeIds,
    names,
    limit,
  }: { storeIds: readonly StoreId[]; names: readonly string[]; limit: number },
): Promise<StoreId[]> => {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: StoreId }>`
    SELECT id FROM stores WHERE id IN (SELECT unnest(${storeIds}::text[]))
      AND ('shop:' || id = ANY (${names}::text[])
        OR 'gateway:' || COALESCE(gateway_account, id) = ANY (${names}::text[]))
    ORDER BY id LIMIT ${limit}`.execute(query)
  return rows.map(({ id }) => id)
}
