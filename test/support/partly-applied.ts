import { sql } from 'kysely'
import type { DbQuery } from '../../src/db/db.ts'

/**
 * Returns the orders with a partly applied approval event, which an atomic commit rules out.
 * Supports no other events.
 */
export const partlyApplied = async (
  query: DbQuery,
  orders: readonly { id: string }[],
): Promise<string[]> => {
  const { rows } = await sql<{ order: string; facts: unknown }>`
    WITH applied AS (
      SELECT DISTINCT convert_from(body, 'UTF8')::json #>> '{data,id}' AS number
      FROM events WHERE state = 'handled' AND outcome = 'applied' AND body <> '{}'
    )
    SELECT orders.external_id AS order, facts FROM orders JOIN payments ON payments.order_id = orders.id
    CROSS JOIN LATERAL (SELECT ARRAY[
      gateway_payment_id::text IN (SELECT number FROM applied),
      payments.state = 'paid',
      orders.status = 'paid',
      EXISTS (SELECT FROM timeline WHERE payment_id = payments.id AND kind = 'event_applied'),
      EXISTS (SELECT FROM tasks WHERE tasks.order_id = orders.id AND kind = 'notify-storefront')
    ] AS facts) AS facts
    WHERE external_id = ANY (${orders.map(({ id }) => id)}::text[])
      AND true = ANY (facts) AND false = ANY (facts)`.execute(query)
  return rows.map(({ order, facts }) => `${order}: ${facts}`)
}
