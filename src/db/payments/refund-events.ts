import type { Insertable } from 'kysely'
import type { PaymentId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

/** Deduped by event. */
export type RefundEvent = Insertable<DbTables['refund_events']>

export const refundEventsOf = async (
  query: DbQuery,
  paymentIds: readonly PaymentId[],
): Promise<RefundEvent[]> => {
  if (paymentIds.length === 0) return []
  const events = query.selectFrom('refund_events').selectAll()
  return events.where('payment_id', '=', anyOf(paymentIds)).execute()
}
