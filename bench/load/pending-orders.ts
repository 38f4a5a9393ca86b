export interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/**
 * Inserts orders like a checkout: order n is pending with the gateway's payment n. Keeps existing
 * ones.
 */
export const insertPendingOrders = async (
  database: Queryable,
  { store, from = 1, to }: { store: string; from?: number; to: number },
): Promise<void> => {
  await database.query(
    `WITH numbered AS (
       SELECT n, n::text AS external_id,
         left(md5($1), 14) || lpad(n::text, 12, '0') AS id
       FROM generate_series($2::int, $3::int) n
       WHERE NOT EXISTS (
         SELECT FROM orders known WHERE known.store_id = $1 AND known.external_id = n::text
       )
     ), added AS (
       INSERT INTO orders (id, store_id, external_id, amount_minor, currency, customer, metadata,
         locale, status, current_payment_id, pay_token, created_at, updated_at)
       SELECT 'ord_' || id, $1, external_id, 12550, 'HNL', '{}', '{}', 'es', 'awaiting_payment',
         'pay_' || id, gen_random_uuid()::text, now(), now()
       FROM numbered
     )
     INSERT INTO payments (id, store_id, order_id, attempt, mode, state, amount_minor, currency,
       idempotency_key, request, gateway_payment_id, created_at, updated_at)
     SELECT 'pay_' || id, $1, 'ord_' || id, 1, 'hosted', 'pending', 12550, 'HNL', 'pay_' || id,
       '{}', n, now(), now()
     FROM numbered`,
    [store, from, to],
  )
  // Statistics as after gradual growth.
  await database.query('ANALYZE orders, payments')
}
