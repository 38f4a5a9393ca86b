import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

interface ErasedOrder {
  id: OrderId
  store_id: StoreId
  external_id: string
  people_erased_at: Date
}

/** Orders whose customer was erased, by id; names nobody. */
export const erasedOrders = async (
  query: DbQuery,
  { since, after, limit }: { since: Date; after: OrderId | undefined; limit: number },
): Promise<ErasedOrder[]> => {
  const { rows } = await sql<ErasedOrder>`
    SELECT id, store_id, external_id, people_erased_at FROM orders
    WHERE people_erased_at >= ${since} AND id > ${after ?? ''}
    ORDER BY id LIMIT ${limit}`.execute(query)
  return rows
}

interface ErasedStore {
  store_id: StoreId
  erased_at: Date
}

export const erasedStores = async (query: DbQuery, since: Date): Promise<ErasedStore[]> => {
  const { rows } = await sql<ErasedStore>`
    SELECT store_id, max(handled_at) AS erased_at FROM privacy_requests
    WHERE topic = 'erase-store' AND outcome = 'erased' AND handled_at >= ${since}
    GROUP BY store_id ORDER BY store_id`.execute(query)
  return rows
}
