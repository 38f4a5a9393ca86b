import { beforeAll, expect, it } from 'vitest'
import { searchCustomers } from '../../src/db/customers/customer-search.ts'
import {
  countOrdersOfCustomers,
  customersOfStores,
  findFirstOrder,
  groupingKeyOf,
  newestOrdersOfCustomer,
} from '../../src/db/customers/customers.ts'
import type { DbQuery } from '../../src/db/db.ts'
import { sumOrders } from '../../src/db/orders/order-sums.ts'
import { ordersOfStores } from '../../src/db/orders/orders-of-stores.ts'
import { OrderId } from '../../src/domain/ids.ts'
import { merchantOf } from '../support/merchant.ts'
import { rowsReadBy } from '../support/rows-read.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const query = () => world.puente.ctx.db.query

const ORDERS = 20_000
const FORGED = 300
/** A scan reads 20,000 orders; a lookup reads those that match, some of them twice. */
const FEW = 60
const STORES = [TEST_STORE]

beforeAll(async () => {
  await merchantOf(world, { prefix: 'R' }).checkout('R-1', { customer: {} })
  const copies = `SELECT (jsonb_populate_record(orders, jsonb_build_object(
      'id', 'ord_02' || lpad(n::text, 24, '0'), 'external_id', 'R-copy-' || n, 'pay_token', 'copy' || n,
      'number', 'R' || n, 'current_payment_id', NULL, `
  const { pool } = world.puente.ctx.db
  await pool.query(
    `INSERT INTO orders ${copies} 'customer', jsonb_build_object(
       'name', 'Cliente Apellido' || lpad((n % 4000)::text, 4, '0'), 'email', 'c' || n % 4000 || '@example.com',
       'phone', '9' || lpad((n % 4000)::text, 7, '0'))
       || CASE WHEN n % 4000 = 7 THEN '{"identity_number": "0801199000007"}'::jsonb ELSE '{}' END))).*
     FROM orders, generate_series(1, $1::int) n WHERE external_id = 'R-1'`,
    [ORDERS],
  )
  // A stranger opens many links in the name of one customer.
  await pool.query(
    `INSERT INTO orders ${copies} 'source', 'link', 'customer', jsonb_build_object(
       'name', 'Ajeno', 'email', 'c9@example.com', 'phone', '90000009')))).*
     FROM orders, generate_series($1::int + 1, $1::int + $2::int) n WHERE external_id = 'R-1'`,
    [ORDERS, FORGED],
  )
  await pool.query('VACUUM ANALYZE orders')
}, 120_000)

const search = (text: string) => (trx: DbQuery) =>
  searchCustomers(trx, { text, storeIds: STORES, limit: 100 })

it.each([
  ['a phone', '9000-0005'],
  ['a phone with its country code', '+504 9000 0005'],
  ['a phone of nobody', '9777-7777'],
  ['an e-mail address', 'C5@example.com'],
  ['an e-mail address of nobody', 'nadie@example.com'],
  ['an identity number', '0801-1990-00007'],
  ['an identity number of nobody', '0801-1990-99999'],
  ['an order number', 'R5'],
  ['a whole name', 'cliente apellido0005'],
  ['a name of nobody', 'perez'],
])('a search of customers by %s reads no orders of others', async (kind, text) => {
  const { rows, result } = await rowsReadBy(query(), search(text))
  expect(result).toHaveLength(kind.includes('nobody') ? 0 : 1)
  expect(rows).toBeLessThan(FEW)
})

it('orders that strangers opened in the name of a customer do not hide the customer', async () => {
  for (const text of ['c9@example.com', '9000-0009']) {
    const { rows, result } = await rowsReadBy(query(), search(text))
    expect(result.map(({ external_id }) => external_id)).toEqual(['R-copy-16009'])
    expect(rows).toBeLessThan(FEW + 4 * FORGED)
  }
})

it('a page of the list reads little more than its customers', async () => {
  const page = (before: string | undefined) => (trx: DbQuery) =>
    customersOfStores(trx, { storeIds: STORES, before, limit: 50 })
  const first = await rowsReadBy(query(), page(undefined))
  expect(first.result.rows).toHaveLength(50)
  expect(first.rows).toBeLessThan(FORGED + 4 * FEW)
  const next = await rowsReadBy(query(), page(first.result.next))
  expect(next.result.rows).toHaveLength(50)
  expect(next.rows).toBeLessThan(4 * FEW)
})

it('the page of a customer reads the orders of the customer', async () => {
  const [newest] = await search('c5@example.com')(query())
  if (!newest) throw new Error('The customer was not found')
  const key = await groupingKeyOf(query(), newest)
  if (!key) throw new Error('The customer has no key')
  const customer = { storeId: TEST_STORE, key }
  const id = OrderId.parse(newest.id)
  const reads: Record<string, (trx: DbQuery) => Promise<unknown>> = {
    newest: (trx) => newestOrdersOfCustomer(trx, { ...customer, limit: 200 }),
    first: (trx) => findFirstOrder(trx, customer),
    count: (trx) => countOrdersOfCustomers(trx, [id]),
    sums: (trx) => sumOrders(trx, { storeIds: STORES, customer: id, amount: {}, created: {} }),
    orders: (trx) =>
      ordersOfStores(trx, {
        storeIds: STORES,
        before: undefined,
        limit: 50,
        customer: id,
        amount: {},
        created: {},
      }),
  }
  for (const [name, read] of Object.entries(reads)) {
    const { rows } = await rowsReadBy(query(), read)
    expect([name, rows < FEW]).toEqual([name, true])
  }
})
