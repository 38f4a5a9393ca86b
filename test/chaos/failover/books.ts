import { withClient } from '../../../src/runtime/postgres/server-address.ts'
import { TEST_STORE } from '../../support/world.ts'
import type { Sent } from './steady-load.ts'

export const openOrders = async (
  { pool }: { pool: { query(text: string, values: unknown[]): Promise<unknown> } },
  count: number,
): Promise<void> => {
  await pool.query(
    `WITH added AS (
       INSERT INTO orders (id, store_id, external_id, amount_minor, currency, customer, metadata,
         locale, status, current_payment_id, pay_token, created_at, updated_at)
       SELECT 'ord_' || n, $2, n::text, 12550, 'HNL', '{}', '{}', 'es', 'awaiting_payment',
         'pay_' || n, 'token-' || n, now(), now()
       FROM generate_series(1, $1::int) n
     )
     INSERT INTO payments (id, store_id, order_id, attempt, mode, state, amount_minor, currency,
       idempotency_key, request, gateway_payment_id, created_at, updated_at)
     SELECT 'pay_' || n, $2, 'ord_' || n, 1, 'hosted', 'pending', 12550, 'HNL', 'pay_' || n,
       '{}', n, now(), now()
     FROM generate_series(1, $1::int) n`,
    [count, TEST_STORE],
  )
}

const LEFT = `state IN ('ready', 'queued', 'running') AND run_at <= now()`

/** Also true while the database is unreachable. */
export const isAnythingDue = async (databaseUrl: string): Promise<boolean> => {
  const due = `SELECT FROM puente.inbox_waiting
    UNION ALL SELECT FROM puente.tasks WHERE ${LEFT} LIMIT 1`
  return withClient(databaseUrl, async (client) => (await client.query(due)).rowCount !== 0).catch(
    () => true,
  )
}

export const findInBooks = (
  databaseUrl: string,
  acknowledged: readonly Sent[],
): Promise<{ lost: number; doubled: number; leftBehind: string[] }> =>
  withClient(databaseUrl, async (client) => {
    const one = async (query: string, values: unknown[] = []): Promise<number> =>
      (await client.query<{ count: number }>(query, values)).rows[0]?.count ?? 0
    const lost = await one(
      `SELECT count(*)::int AS count
       FROM unnest($1::text[], $2::text[]) AS known(event_id, order_id)
       WHERE NOT EXISTS (SELECT FROM puente.events
           WHERE message_id = event_id AND state = 'handled')
         OR NOT EXISTS (SELECT FROM puente.orders WHERE id = order_id AND status = 'paid')`,
      [acknowledged.map(({ eventId }) => eventId), acknowledged.map(({ order }) => `ord_${order}`)],
    )
    const doubled = await one(
      `SELECT count(*)::int AS count FROM (
         SELECT order_id FROM puente.timeline
         WHERE kind = 'order_status_changed' AND details->>'to' = 'paid'
         GROUP BY order_id HAVING count(*) > 1
         UNION ALL SELECT order_id FROM puente.payments GROUP BY order_id HAVING count(*) > 1
         UNION ALL SELECT message_id FROM puente.events GROUP BY message_id HAVING count(*) > 1
       ) AS twice`,
    )
    const { rows } = await client.query<{ kind: string; state: string; last_error: string | null }>(
      `SELECT kind, state, last_error FROM puente.tasks WHERE ${LEFT} OR state = 'dead' LIMIT 5`,
    )
    return {
      lost,
      doubled,
      leftBehind: rows.map(({ kind, state, last_error: why }) => `${kind} is ${state}: ${why}`),
    }
  })
