import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'

/**
 * SQL that gives the next notification of each of some orders its time: now, or just after the one
 * before, so that they follow each other whatever a clock does meanwhile. `orders`: a query of their ids.
 */
export const nextTimes = (orders: RawBuilder<unknown>, now: Date) => sql<MessageTime>`
  INSERT INTO message_times (order_id, at)
  -- In one order everywhere: two who write the same would wait for each other's rows.
  SELECT id, ${now}::timestamptz FROM (${orders}) AS orders (id) GROUP BY id ORDER BY id
  ON CONFLICT (order_id) DO UPDATE
    SET at = GREATEST(excluded.at, message_times.at + interval '1 millisecond')
  RETURNING order_id, at`

interface MessageTime {
  order_id: OrderId
  at: Date
}

/** The times that the next notifications of these orders bear. */
export const nextMessageTimes = async (
  query: DbQuery,
  { orderIds, now }: { orderIds: readonly OrderId[]; now: Date },
): Promise<Map<OrderId, Date>> => {
  const { rows } = await nextTimes(sql`SELECT unnest(${orderIds}::text[])`, now).execute(query)
  return new Map(rows.map(({ order_id, at }) => [order_id, at]))
}
