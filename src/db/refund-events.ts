import type { PaymentId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'

/** Keeps what a refund event says was refunded, once however often the event comes. */
export const rememberRefundEvent = async (
  query: DbQuery,
  event: { payment_id: PaymentId; event_id: string; amount_minor: bigint; seen_at: Date },
): Promise<void> => {
  await query
    .insertInto('refund_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['payment_id', 'event_id']).doNothing())
    .execute()
}

/** The amounts that refund events of a payment told of, minor units. */
export const refundsToldOf = async (query: DbQuery, paymentId: PaymentId): Promise<bigint[]> => {
  const events = await query
    .selectFrom('refund_events')
    .select('amount_minor')
    .where('payment_id', '=', paymentId)
    .execute()
  return events.map(({ amount_minor }) => amount_minor)
}
