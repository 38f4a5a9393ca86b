import type { Insertable } from 'kysely'
import type { PaymentId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import { oneOfMany } from '../runtime/together.ts'
import type { DbQuery } from './db.ts'
import type { DbTables } from './tables.ts'

/** Keeps what a refund event says was refunded, once however often the event comes. */
export const rememberRefundEvent = oneOfMany(
  async (query: DbQuery, events: readonly Insertable<DbTables['refund_events']>[]) => {
    await query
      .insertInto('refund_events')
      .values(events)
      .onConflict((conflict) => conflict.columns(['payment_id', 'event_id']).doNothing())
      .execute()
    return events.map(() => undefined)
  },
)

/** The amounts that refund events of a payment told of, minor units. */
export const refundsToldOf = oneOfMany(
  async (query: DbQuery, paymentIds: readonly PaymentId[]): Promise<bigint[][]> => {
    const events = await query
      .selectFrom('refund_events')
      .select(['payment_id', 'amount_minor'])
      .where('payment_id', '=', anyOf(paymentIds))
      .execute()
    return paymentIds.map((id) =>
      events.flatMap((event) => (event.payment_id === id ? [event.amount_minor] : [])),
    )
  },
)
