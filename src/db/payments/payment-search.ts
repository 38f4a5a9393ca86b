import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery, PaymentRow } from '../db.ts'
import { spellingsOf } from '../orders/order-spellings.ts'
import { paymentsByCardDigits } from './payments-by-card.ts'

const GATEWAY_NUMBER = /^\d{1,18}$/

/**
 * Finds payments by our id, the gateway's, that of the charge or transaction, or the saved card's
 * last four digits, newest first.
 */
export const searchPayments = async (
  query: DbQuery,
  { text: typed, storeIds, limit }: { text: string; storeIds: readonly StoreId[]; limit: number },
): Promise<PaymentRow[]> => {
  const [text] = spellingsOf(typed)
  if (text === undefined || storeIds.length === 0) return []
  const stores = sql`store_id = ANY (${storeIds}::text[])`
  const results = await Promise.all([
    sql<PaymentRow>`SELECT * FROM payments WHERE id = ${text} AND ${stores}`.execute(query),
    sql<PaymentRow>`SELECT payments.* FROM (
        SELECT order_id FROM order_search_terms WHERE term = ${text} LIMIT ${limit}
      ) named JOIN payments USING (order_id)
      WHERE ${stores} AND (transaction_id = ${text} OR charge_id = ${text}) LIMIT ${limit}`.execute(
      query,
    ),
    ...(GATEWAY_NUMBER.test(text)
      ? [
          sql<PaymentRow>`SELECT * FROM payments WHERE ${stores}
            AND gateway_payment_id = ${text}::bigint LIMIT ${limit}`.execute(query),
        ]
      : []),
  ])
  const byCard = await paymentsByCardDigits(query, { text, storeIds, limit })
  const found = new Map(
    [...results.flatMap(({ rows }) => rows), ...byCard].map((payment) => [payment.id, payment]),
  )
  return [...found.values()].slice(0, limit)
}
