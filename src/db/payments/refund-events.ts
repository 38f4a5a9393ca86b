import { type Insertable, sql } from 'kysely'
import type { PaymentId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { RefundEventReading } from '../tables/refunds.ts'
import type { DbTables } from '../tables.ts'

export type RefundEvent = Insertable<DbTables['refund_events']>

export const refundEventsOf = async (
  query: DbQuery,
  paymentIds: readonly PaymentId[],
): Promise<RefundEvent[]> => {
  if (paymentIds.length === 0) return []
  const events = query.selectFrom('refund_events').selectAll()
  return events.where('payment_id', '=', anyOf(paymentIds)).execute()
}

const REFUNDS_SAMPLED = 200

/**
 * Infers whether `refund_amount` means single refunds or sums, from recent payments with several:
 * sums add up to more than the refunded amount. `undefined` if ambiguous or contradictory.
 */
export const readingOfRefundEvents = async (
  query: DbQuery,
  storeId: StoreId,
): Promise<RefundEventReading | undefined> => {
  const { rows } = await sql<{ is_single: boolean }>`
    SELECT DISTINCT sum(refund_events.amount_minor) <= payments.refunded_minor AS is_single
    FROM refund_events JOIN payments ON payments.id = payment_id
    WHERE payment_id IN (
      SELECT payment_id FROM refunds WHERE store_id = ${storeId}
      ORDER BY id DESC LIMIT ${REFUNDS_SAMPLED}
    )
    GROUP BY payments.id HAVING count(*) > 1`.execute(query)
  const [first, second] = rows
  if (!first || second) return undefined
  return first.is_single ? 'single' : 'sum'
}
