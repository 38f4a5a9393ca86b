import type { Observer } from '../measure/observer.ts'

export interface OperatorRows {
  template: string
  stores: number
  payments: number
  /** A store with a tenth of all payments. */
  large?: number | undefined
}

export const storeNumber = (number: number): string => `s${String(number).padStart(6, '0')}`

/** Sorts by number, as real ids sort by time. */
export const idOfNumber = (number: number): string => `01${String(number).padStart(24, '0')}`

/** Any thousand consecutive payments cover all stores. */
export const storeOfPayment = (number: number, stores: number): number =>
  (number + Math.floor(number / stores)) % stores

export const paymentOfStore = (store: number, round: number, stores: number): number =>
  stores * round + ((((store - round) % stores) + stores) % stores)

/** Part of all payments that a large store has: one in so many. */
export const LARGE_SHARE = 10

/** Numbers of a large store; they have all remainders, as those of the others do. */
export const paymentOfLargeStore = (round: number): number => paymentOfStore(0, round, LARGE_SHARE)
export const isOfLargeStore = (number: number): boolean => storeOfPayment(number, LARGE_SHARE) === 0

const id = (prefix: string, number = 'n') => `'${prefix}_01' || lpad((${number})::text, 24, '0')`
const SPREAD = `'s' || lpad(((n + n / $1) % $1)::text, 6, '0')`
const storeOf = (large: number | undefined): string =>
  large === undefined
    ? SPREAD
    : `CASE WHEN (n + n / ${LARGE_SHARE}) % ${LARGE_SHARE} = 0 THEN '${storeNumber(large)}' ELSE ${SPREAD} END`
/** Spreads payments over a year, one every half minute. */
const AT = `now() - ($2 - n) * interval '30 seconds'`
const HAS_TRIED = 'n % 50 > 0'
const IS_DECLINED = 'n % 25 = 2'
const IS_PAID = `${HAS_TRIED} AND NOT ${IS_DECLINED}`

const COUNTED = 'generate_series(1, $2::int) n'

/** Per 100 orders: 94 paid, five of these refunded, one open alert. */
const insertsOf = (store: string) => [
  `INSERT INTO orders (id, store_id, external_id, number, amount_minor, currency, customer, metadata,
     locale, status, pay_token, current_payment_id, paid_at, created_at, updated_at)
   SELECT ${id('ord')}, ${store}, 'E-' || n, n::text, 10000 + n % 5000, 'HNL',
     jsonb_build_object('name', 'Ana Apellido' || lpad((n % 5000)::text, 4, '0'), 'email', 'ana' || n || '@example.com'), '{}', 'es',
     CASE WHEN NOT ${IS_PAID} THEN 'awaiting_payment' WHEN n % 50 = 1 THEN 'on_hold' ELSE 'paid' END,
     'token-' || n, ${id('pay')}, CASE WHEN ${IS_PAID} THEN ${AT} END, ${AT}, ${AT} FROM ${COUNTED}`,
  `INSERT INTO orders_by_status (store_id, status, id)
   SELECT store_id, status, id FROM orders WHERE $1 > 0 AND $2 > 0 AND status = 'on_hold'`,
  `INSERT INTO payments (id, store_id, order_id, attempt, mode, state, amount_minor, currency,
     idempotency_key, request, gateway_payment_id, transaction_id, decline, decline_count, declined_at, total_minor,
     service_fee_minor, sales_tax_minor, tip_minor, refunded_minor, payment_method_id, paid_at, created_at, updated_at)
   SELECT ${id('pay')}, ${store}, ${id('ord')}, 1, 'hosted',
     CASE WHEN ${IS_PAID} THEN 'paid' WHEN ${IS_DECLINED} THEN 'declined' ELSE 'pending' END,
     10000 + n % 5000, 'HNL', 'key-' || n, '{}', n, CASE WHEN ${IS_PAID} THEN 'tx-' || n END,
     CASE WHEN ${IS_DECLINED} THEN jsonb_build_object('message', NULL, 'code',
       CASE n % 3 WHEN 0 THEN 'insufficient_funds' WHEN 1 THEN 'do_not_honor' ELSE 'expired_card' END) END,
     CASE WHEN ${IS_DECLINED} THEN 1 ELSE 0 END, CASE WHEN ${IS_DECLINED} THEN ${AT} END,
     CASE WHEN ${IS_PAID} THEN 10525 + n % 5000 END, 525, 0, 0, 0, CASE WHEN n % 10 = 6 THEN 'pm_' || n END, CASE WHEN ${IS_PAID} THEN ${AT} END,
     ${AT}, ${AT} FROM ${COUNTED}`,
  `INSERT INTO declines (payment_id, occasion, store_id, order_id, amount_minor, currency, code, declined_at)
   SELECT ${id('pay')}, 'charge', ${store}, ${id('ord')}, 10000 + n % 5000, 'HNL',
     CASE n % 3 WHEN 0 THEN 'insufficient_funds' WHEN 1 THEN 'do_not_honor' ELSE 'expired_card' END, ${AT}
   FROM ${COUNTED} WHERE $1 > 0 AND ${IS_DECLINED}`,
  `INSERT INTO known_cards (store_id, payment_method_id, brand, last_four)
   SELECT ${store}, 'pm_' || n, 'visa', lpad((n % 9973)::text, 4, '0') FROM ${COUNTED}
   WHERE $1 > 0 AND n % 10 = 6`,
  `INSERT INTO order_search_terms (term, order_id) SELECT 'tx-' || n, ${id('ord')} FROM ${COUNTED}
   WHERE $1 > 0 AND ${IS_PAID}`,
  `INSERT INTO refunds (id, store_id, order_id, payment_id, origin, kind, amount_minor, currency, state,
     created_at, updated_at, done_at)
   SELECT ${id('ref')}, ${store}, ${id('ord')}, ${id('pay')}, 'store', 'refund', 100, 'HNL',
     CASE n % 100 WHEN 5 THEN 'waiting' ELSE 'succeeded' END, ${AT}, ${AT},
     CASE n % 100 WHEN 5 THEN NULL ELSE ${AT} END
   FROM ${COUNTED} WHERE n % 20 = 5`,
  `INSERT INTO alerts (store_id, order_id, kind, subject, details, opened_at, closed_at)
   SELECT ${store}, ${id('ord')},
     CASE n % 3 WHEN 0 THEN 'order_paid_twice' WHEN 1 THEN 'refund_refused' ELSE 'payment_differs' END,
     ${id('ord')}, jsonb_build_object('amount', '10.50', 'currency', 'HNL'), ${AT},
     CASE n % 100 WHEN 3 THEN NULL ELSE now() END FROM ${COUNTED} WHERE n % 50 = 3`,
  `INSERT INTO tasks (kind, store_id, order_id, unique_key, payload, needs, state, run_at, created_at,
     ended_at)
   SELECT 'notify-storefront', ${store}, ${id('ord')}, 'told-' || n,
     '{"type": "order.paid", "messageId": "msg"}', 'shop',
     CASE n % 1000 WHEN 4 THEN 'dead' ELSE 'done' END, ${AT}, ${AT},
     ${AT} + (n % 7) * interval '1 second' FROM ${COUNTED} WHERE ${IS_PAID}`,
  `INSERT INTO timeline (at, order_id, payment_id, kind, details)
   SELECT ${AT}, ${id('ord')}, ${id('pay')}, kind, jsonb_build_object('event', 'evt-' || n)
   FROM ${COUNTED} CROSS JOIN (VALUES ('order_taken'), ('event_applied'), ('storefront_told')) k (kind)
   WHERE $1 > 0 ORDER BY n`,
  `INSERT INTO inbox (month, source, store_id, message_id, body, received_at)
   SELECT date_trunc('month', ${AT})::date, 'gateway', ${store}, 'evt-' || n,
     convert_to('{"type": "payment.approved", "data": "' || repeat('x', 300) || '"}', 'UTF8'), ${AT}
   FROM ${COUNTED}`,
  `INSERT INTO reconciliations (id, store_id, trigger, from_day, to_day, dry, state, position, counts,
     store_side, page_token, started_at, updated_at, ended_at)
   SELECT ${id('rec')}, ${SPREAD}, 'demand', '2026-01-01', '2026-01-02', false, 'done',
     '{"phase": "done"}', '{"pages": 1, "payments": 1, "gatewayTotal": 1, "foreign": 0, "unreadable": 0, "orders": 1}',
     'not_offered', 'page-' || n, ${AT}, ${AT}, ${AT} FROM ${COUNTED} WHERE n <= 20 * $1`,
  `INSERT INTO audit_log (at, actor, organization_id, store_id, action, subject, request)
   SELECT ${AT}, jsonb_build_object('kind', 'person', 'id', 'per_ana', 'name', 'Ana'), 'main', ${store},
     'createRefund', ${id('ord')}, '{"amount": "1.00"}' FROM ${COUNTED} WHERE n % 20 = 5`,
  `INSERT INTO audit_outcomes (entry_id, at, outcome, status)
   SELECT id, at, 'done', 201 FROM audit_log WHERE $1 > 0 AND $2 > 0`,
  `INSERT INTO webhook_latest (store_id, at, type, by_current_secret_at)
   SELECT id, now(), 'payment.approved', now() FROM stores WHERE $1 > 0 AND $2 > 0
   ON CONFLICT DO NOTHING`,
]

export const insertOperatorRows = async (
  observer: Pick<Observer, 'query'>,
  { template, stores, payments, large }: OperatorRows,
): Promise<void> => {
  // Foreign key checks cost more than the inserts.
  await observer.query(`SET session_replication_role = 'replica'`)
  await observer.query(
    `INSERT INTO stores SELECT (jsonb_populate_record(stores, jsonb_build_object(
       'id', 's' || lpad(n::text, 6, '0'), 'name', 'Tienda ' || n))).*
     FROM stores, generate_series(0, $1::int - 1) n WHERE id = $2`,
    [stores, template],
  )
  await observer.query(
    `INSERT INTO api_keys SELECT (jsonb_populate_record(api_keys, jsonb_build_object(
       'id', ${id('key')}, 'hash', 'hash-' || n, 'store_id', 's' || lpad(n::text, 6, '0')))).*
     FROM api_keys, generate_series(0, $1::int - 1) n WHERE store_id = $2`,
    [stores, template],
  )
  for (const insert of insertsOf(storeOf(large))) await observer.query(insert, [stores, payments])
  await observer.query(`SET session_replication_role = 'origin'`)
  await observer.query('VACUUM (ANALYZE)')
}
