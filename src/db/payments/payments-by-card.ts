import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery, PaymentRow } from '../db.ts'

/** Upper bound on cards with the same last digits. */
const MOST_CARDS = 500

/** `1111`, `•••• 1111` and `**** 1111`. */
const LAST_FOUR = /^[•·*.xX\s-]*(\d{4})$/

/** Returns the newest payments with a saved card of these last four digits. */
export const paymentsByCardDigits = async (
  query: DbQuery,
  { text, storeIds, limit }: { text: string; storeIds: readonly StoreId[]; limit: number },
): Promise<PaymentRow[]> => {
  const digits = LAST_FOUR.exec(text.trim())?.[1]
  if (digits === undefined || storeIds.length === 0) return []
  const { rows } = await sql<PaymentRow>`
    SELECT payments.* FROM payments JOIN (
      SELECT found.id FROM (
        SELECT store_id, payment_method_id FROM known_cards
        WHERE last_four = ${digits} AND store_id = ANY (${storeIds}::text[]) LIMIT ${MOST_CARDS}
      ) card CROSS JOIN LATERAL (
        SELECT id FROM payments WHERE payments.payment_method_id = card.payment_method_id
          AND payments.store_id = card.store_id ORDER BY id DESC LIMIT ${limit}
      ) found ORDER BY found.id DESC LIMIT ${limit}
    ) newest USING (id) ORDER BY payments.id DESC`.execute(query)
  return rows
}
