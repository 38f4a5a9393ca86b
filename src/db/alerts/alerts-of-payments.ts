import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/**
 * Lists gateway payment ids from open `payment_without_order` alerts, oldest first. Uses the index
 * `alerts_of_references`.
 */
export const paymentsListedForReference = async (
  query: DbQuery,
  { storeId, reference }: { storeId: StoreId; reference: string },
): Promise<bigint[]> => {
  const listed = await query
    .selectFrom('alerts')
    .select(sql<string | null>`details->>'gateway_payment_id'`.as('number'))
    .where('store_id', '=', storeId)
    .where('kind', '=', sql.lit('payment_without_order'))
    .where('closed_at', 'is', null)
    .where(sql<string>`details->>'external_reference'`, '=', reference)
    .orderBy('id')
    .execute()
  return listed.flatMap(({ number }) => (number ? [BigInt(number)] : []))
}
