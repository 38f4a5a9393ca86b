import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { isStorable } from '../../runtime/text/storable.ts'
import type { DbQuery, OrderRow } from '../db.ts'

/** Order by the store's own id. */
export interface OrderReference {
  storeId: StoreId
  externalId: string
}

export const referenceKey = ({ storeId, externalId }: OrderReference): string =>
  JSON.stringify([storeId, externalId])

/** Returns the known orders by `referenceKey`. */
export const ordersByReferences = async (
  query: DbQuery,
  references: readonly OrderReference[],
): Promise<Map<string, OrderRow>> => {
  const known = references.filter(({ externalId }) => isStorable(externalId))
  if (known.length === 0) return new Map()
  const { rows } = await sql<OrderRow>`
    SELECT orders.* FROM unnest(${known.map(({ storeId }) => storeId)}::text[],
      ${known.map(({ externalId }) => externalId)}::text[]) AS named (store_id, external_id)
    JOIN orders ON orders.store_id = named.store_id AND orders.external_id = named.external_id`.execute(
    query,
  )
  return new Map(
    rows.map((row) => [referenceKey({ storeId: row.store_id, externalId: row.external_id }), row]),
  )
}
