import { sql } from 'kysely'
import type { OrderId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'

/**
 * The time that the next message about an order bears: now, or just after the one before, so that
 * messages follow each other whatever a clock does meanwhile.
 */
export const nextMessageTime = async (
  query: DbQuery,
  { orderId, now }: { orderId: OrderId; now: Date },
): Promise<Date> => {
  const { at } = await query
    .insertInto('message_times')
    .values({ order_id: orderId, at: now })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        at: sql<Date>`GREATEST(excluded.at, message_times.at + interval '1 millisecond')`,
      }),
    )
    .returning('at')
    .executeTakeFirstOrThrow()
  return at
}
