import type { Insertable } from 'kysely'
import type { PaymentId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery } from './db.ts'
import type { DbTables } from './tables.ts'

/** Amount of a refund event, deduped by event. */
export type RefundEvent = Insertable<DbTables['refund_events']>

/** Lists the refund events of some payments. */
export const refundEventsOf = async (
  query: DbQuery,
  paymentIds: readonly PaymentId[],
): Promise<RefundEvent[]> => {
  if (paymentIds.length === 0) return []
  const events = query.selectFrom('refund_events').selectAll()
  return events.where('payment_id', '=', anyOf(paymentIds)).execute()
}
