import { sql } from 'kysely'
import type { OrderId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/**
 * Returns `undefined` if another holder has it. A lease ends with its process (`deadProcesses`) or
 * by the database's clock, never the test clock.
 */
export const claimNotificationLease = async (
  query: DbQuery,
  {
    orderId,
    processId,
    deadProcesses,
    atMostMs,
  }: { orderId: OrderId; processId: number; deadProcesses: readonly number[]; atMostMs: number },
): Promise<string | undefined> => {
  const { rows } = await sql<{ claim: string }>`
    INSERT INTO notification_leases (order_id, process_id, until)
    VALUES (${orderId}, ${processId}, clock_timestamp() + ${atMostMs} * interval '1 millisecond')
    ON CONFLICT (order_id) DO UPDATE
      SET process_id = excluded.process_id, until = excluded.until
      WHERE notification_leases.until < clock_timestamp() OR notification_leases.process_id = ANY(${deadProcesses}::bigint[])
    RETURNING until::text AS claim`.execute(query)
  return rows[0]?.claim
}

/** Is a no-op if a successor holds the lease. */
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
