import { sql } from 'kysely'
import type { OrderId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'

/**
 * Claims the notification of an order for a while, and returns the claim. `undefined`: somebody else is at
 * it. A claim ends when its process is `gone`, and by the database's clock, whatever the test clock says.
 */
export const claimNotificationLease = async (
  query: DbQuery,
  {
    orderId,
    processId,
    gone,
    atMostMs,
  }: { orderId: OrderId; processId: number; gone: readonly number[]; atMostMs: number },
): Promise<string | undefined> => {
  const { rows } = await sql<{ claim: string }>`
    INSERT INTO notification_leases (order_id, process_id, until)
    VALUES (${orderId}, ${processId}, clock_timestamp() + ${atMostMs} * interval '1 millisecond')
    ON CONFLICT (order_id) DO UPDATE
      SET process_id = excluded.process_id, until = excluded.until
      WHERE notification_leases.until < clock_timestamp() OR notification_leases.process_id = ANY(${gone}::bigint[])
    RETURNING until::text AS claim`.execute(query)
  return rows[0]?.claim
}

/** Ends a claim; one that was too late about it has lost its turn to another, which goes on. */
export const endNotificationLease = async (
  query: DbQuery,
  { orderId, claim }: { orderId: OrderId; claim: string },
): Promise<void> => {
  await query
    .deleteFrom('notification_leases')
    .where('order_id', '=', orderId)
    .where(sql<string>`until::text`, '=', claim)
    .execute()
}
