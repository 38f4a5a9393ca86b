import { writeFileSync } from 'node:fs'
import { searchCustomers } from '/work/customers41/src/db/customers/customer-search.ts'
import { customersOfStores } from '/work/customers41/src/db/customers/customers.ts'
import type { StoreId } from '/work/customers41/src/domain/ids.ts'
import { readWholeCustomer, viewsOfCustomers } from '/work/customers41/src/http/api/customers/customer-views.ts'
import { groupingKeyOf } from '/work/customers41/src/db/customers/customers.ts'
import { ordersOfStores } from '/work/customers41/src/db/orders/orders-of-stores.ts'
import { readJournal, sumOfJournal } from '/work/customers41/src/payments/journal/read-journal.ts'
import { openDb } from '/work/customers41/src/db/db.ts'
import { platforms } from '/work/customers41/adapters/registry.ts'
import { schemasOf } from '/work/customers41/src/payments/ports/platform.ts'
import { createLog } from '/work/customers41/src/runtime/log/log.ts'
import { openLocalDatabase } from '/work/customers41/src/runtime/postgres/local-database.ts'

const TEST_STORE = 'tienda'
const log = createLog({ level: 'warn', service: 'measure' })
const local = await openLocalDatabase({ url: undefined, dataDir: '/tmp/c41-pg', name: 'puente', isTemporary: true, log } as never)
const db = await openDb({ databaseUrl: local.url, directUrl: undefined, platformSchemas: schemasOf(platforms), log } as never)
const N = Number(process.env.MEASURE_N ?? 1_000_000)
const out: string[] = []
const say = (line: string) => {
  out.push(line)
  writeFileSync('/tmp/c41-measure.txt', `${out.join('\n')}\n`)
}

{
  const ctx = { db } as never
  const { pool, query } = db
  const { default: pg } = await import('/work/customers41/node_modules/pg/lib/index.js')
  const client = new pg.Client({ connectionString: local.url })
  await client.connect()
  await client.query((await pool.query(`SELECT 'SET search_path = ' || quote_ident(current_schema()) AS s`)).rows[0].s)
  await client.query(`SET session_replication_role = 'replica'; SET statement_timeout = 0`)
  say('open')
  const insert = (from: number, to: number) => client.query(
    `INSERT INTO orders (id, store_id, external_id, number, amount_minor, currency, customer, metadata,
       locale, status, pay_token, current_payment_id, paid_at, created_at, updated_at)
     SELECT 'ord_01' || lpad(n::text, 24, '0'), '${TEST_STORE}', 'E-' || n, n::text, 10000 + n % 5000, 'HNL',
       jsonb_strip_nulls(jsonb_build_object('name', (ARRAY['Ana','Luis','Marta','José','Rosa'])[1 + c % 5] || ' Apellido' || lpad((c % 20000)::text, 5, '0'),
         'email', CASE WHEN c % 10 < 7 THEN 'c' || c || '@example.com' END,
         'phone', CASE WHEN c % 10 < 9 THEN '+504 9' || lpad((c % 1000)::text, 3, '0') || '-' || lpad((c / 1000)::text, 4, '0') END,
         'identity_number', CASE WHEN c % 10 = 1 THEN '0801-1990-' || lpad(c::text, 6, '0') END)),
       '{}', 'es', 'awaiting_payment', 'token-' || n, 'pay_01' || lpad(n::text, 24, '0'), NULL, at, at
     FROM (SELECT n, ((n::bigint * 7919) % ${Math.floor(N / 4)})::int AS c, now() - (${N} - n) * interval '30 seconds' AS at
       FROM generate_series(${from}::int, ${to}::int) n) s`)
  let started = performance.now()
  for (let n = 0; n < N; n += 50_000) await insert(n + 1, Math.min(n + 50_000, N))
  say(`insert of ${N} orders: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  await client.query(`INSERT INTO payments (id, store_id, order_id, attempt, mode, state, amount_minor, currency,
     idempotency_key, request, gateway_payment_id, transaction_id, total_minor,
     service_fee_minor, sales_tax_minor, tip_minor, refunded_minor, paid_at, created_at, updated_at)
   SELECT 'pay_01' || lpad(n::text, 24, '0'), '${TEST_STORE}', 'ord_01' || lpad(n::text, 24, '0'), 1, 'hosted', 'paid',
     10000 + n % 5000, 'HNL', 'key-' || n, '{}', n, 'tx-' || n, 10000 + n % 5000, 0, 0, 0, 0, at, at, at
   FROM (SELECT n, now() - (${N} - n) * interval '30 seconds' AS at FROM generate_series(${Math.max(1, N - 200_000)}, ${N}) n) s`)
  await client.query('ANALYZE orders; ANALYZE payments')
  const sizes = await client.query(`SELECT relname, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class
    WHERE relname IN ('orders', 'orders_by_customer_key', 'orders_by_phone', 'orders_by_identity', 'orders_by_email', 'orders_by_customer')`)
  say(JSON.stringify(sizes.rows))
  const storeIds = [TEST_STORE as StoreId]
  const measure = async (name: string, rounds: number, run: (round: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const at = performance.now()
      await run(round)
      times.push(performance.now() - at)
    }
    times.sort((one, other) => one - other)
    const q = (part: number) => (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1)
    say(`${name}: p50 ${q(0.5)} ms, p95 ${q(0.95)} ms, max ${q(1)} ms (${rounds})`)
  }
  const c = (round: number) => (round * 104_729) % Math.floor(N / 4)
  const list = async (before?: string) => {
    const { rows, next } = await customersOfStores(query, { storeIds, before, limit: 30 })
    await viewsOfCustomers(query, rows)
    return next
  }
  await measure('list, first page', 100, () => list())
  let next: string | undefined
  await measure('list, next pages', 100, async () => { next = await list(next) })
  const search = (text: string) => searchCustomers(query, { text, storeIds, limit: 100 })
  await measure('search by e-mail', 100, (round) => search(`c${c(round)}@example.com`))
  await measure('search by phone', 100, (round) => search(`9${String(c(round) % 1000).padStart(3, '0')}${String(Math.floor(c(round) / 1000)).padStart(4, '0')}`))
  await measure('search by identity', 100, (round) => search(`08011990${String(c(round)).padStart(6, '0')}`))
  await measure('search by full name', 100, (round) => search(`ana apellido${String(c(round) % 20000).padStart(5, '0')}`))
  await measure('search by first name (200,000 orders)', 30, () => search('marta'))
  await measure('search without a hit', 100, (round) => search(`nadie${round}`))
  await measure('page of a customer', 100, async (round) => {
    const { rows } = await pool.query('SELECT * FROM orders WHERE id = $1', [`ord_01${String(c(round) + 1).padStart(24, '0')}`])
    const key = await groupingKeyOf(query, rows[0])
    if (key) await readWholeCustomer(query, { store: { id: TEST_STORE as StoreId }, key })
  })
  await measure('orders of a customer', 100, (round) => ordersOfStores(query, { storeIds, before: undefined, limit: 20, amount: {}, created: {}, customer: `ord_01${String(c(round) + 1).padStart(24, '0')}` as never }))
  const days = (n: number) => ({ storeIds, start: new Date(Date.now() - n * 86_400_000), end: new Date() })
  await measure('journal sums of 30 days (86,400 charges)', 10, () => sumOfJournal(ctx, days(30)))
  await measure('journal entries of 30 days', 3, async () => { for await (const _ of readJournal(ctx, days(30))) ; })
  const inserts = async (name: string, from: number) => {
    started = performance.now()
    for (let n = from; n < from + 40_000; n += 200) await insert(n + 1, n + 200)
    say(`insert of 40,000 orders in statements of 200, ${name}: ${(performance.now() - started).toFixed(0)} ms`)
  }
  await inserts('with the indexes', N)
  const paid = async (name: string, from: number) => {
    await client.query('SELECT pg_stat_force_next_flush()')
    const before = (await client.query(`SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'orders'`)).rows[0]
    started = performance.now()
    for (let n = from; n < from + 20_000; n += 200)
      await client.query(`UPDATE orders SET status = 'paid', paid_at = now(), updated_at = now() WHERE id = ANY (SELECT 'ord_01' || lpad(n::text, 24, '0') FROM generate_series($1::int, $2::int) n)`, [n + 1, n + 200])
    const ms = performance.now() - started
    await client.query('SELECT pg_stat_force_next_flush()')
    const after = (await client.query(`SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'orders'`)).rows[0]
    say(`20,000 orders become paid, ${name}: ${ms.toFixed(0)} ms, heap-only ${after.n_tup_hot_upd - before.n_tup_hot_upd} of ${after.n_tup_upd - before.n_tup_upd}`)
  }
  await paid('with the indexes', N)
  await client.query('DROP INDEX orders_by_customer_key; DROP INDEX orders_by_phone; DROP INDEX orders_by_identity')
  await inserts('without them', N + 100_000)
  await paid('without them', N + 100_000)
  await inserts('without them, again', N + 200_000)
  await client.end()
}
await db.close()
await local.stop()
