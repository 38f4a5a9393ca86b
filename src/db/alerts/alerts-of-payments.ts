import { CompiledQuery } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** SQL for open alerts about a payment of a reference; the index `alerts_of_references` has them. */
export const listsReference = (reference: string): string =>
  `kind = 'payment_without_order' AND closed_at IS NULL
    AND details->>'external_reference' = ${reference}`

const LISTED = `SELECT details->>'gateway_payment_id' AS number FROM alerts
  WHERE store_id = $1 AND ${listsReference('$2')} ORDER BY id`

/** Lists gateway payment ids from open `payment_without_order` alerts, oldest first. */
export const paymentsListedForReference = async (
  query: DbQuery,
  { storeId, reference }: { storeId: StoreId; reference: string },
): Promise<bigint[]> => {
  const { rows } = await query.executeQuery<{ number: string | null }>(
    CompiledQuery.raw(LISTED, [storeId, reference]),
  )
  return rows.flatMap(({ number }) => (number ? [BigInt(number)] : []))
}

/** Returns the gateway payments that an open `payment_without_order` alert names. */
export const paymentsWithAlert = async (
  query: DbQuery,
  { storeId, gatewayIds }: { storeId: StoreId; gatewayIds: readonly bigint[] },
): Promise<Set<bigint>> => {
  if (gatewayIds.length === 0) return new Set()
  const byAlert = new Map(gatewayIds.map((id) => [`gateway:${id}`, id]))
  const rows = await query
    .selectFrom('alerts')
    .select('subject')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'payment_without_order')
    .where('closed_at', 'is', null)
    .where('subject', 'in', [...byAlert.keys()])
    .execute()
  return new Set(rows.flatMap(({ subject }) => byAlert.get(subject) ?? []))
}
