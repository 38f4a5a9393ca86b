import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderListFilter } from '../../src/db/orders/order-filters.ts'
import { sumOrders } from '../../src/db/orders/order-sums.ts'
import { ordersOfStores } from '../../src/db/orders/orders-of-stores.ts'
import { ORDER_SORTS } from '../../src/db/orders/sorted-orders.ts'
import { fillWithRows, firstStores } from '../support/operator-rows.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()
const STORES = 60
const ORDERS = 3_000

beforeAll(() =>
  fillWithRows(world, { stores: STORES, payments: ORDERS }, async (query) => {
    // Equal amounts need the id as tie-break; a few orders are refunded or in dollars.
    await query(`UPDATE orders SET amount_minor = 10000 + amount_minor % 40`)
    await query(`UPDATE payments SET state = 'refunded', refunded_minor = total_minor
      WHERE state = 'paid' AND gateway_payment_id % 7 = 0`)
    await query(
      `UPDATE payments SET state = 'voided' WHERE state = 'paid' AND gateway_payment_id % 11 = 0`,
    )
    await query(`UPDATE orders SET currency = 'USD' WHERE number::int % 13 = 0`)
    await query(`UPDATE orders SET status = 'refunded' WHERE number::int % 17 = 0`)
    await query(`UPDATE orders SET status = 'voided' WHERE number::int % 34 = 0`)
    await query(`UPDATE orders SET status = 'paid' WHERE number::int % 51 = 0`)
    await query(`UPDATE payments SET currency = 'USD' WHERE gateway_payment_id % 13 = 0`)
  }),
)

const anything: OrderListFilter = { amount: {}, created: {} }
const reference = async <Row extends object>(what: string, values: unknown[]): Promise<Row[]> =>
  (await world.puente.ctx.db.pool.query(what, values)).rows

const FILTERS: [string, Partial<OrderListFilter>, string][] = [
  ['no filter', {}, 'true'],
  ['a status', { status: 'awaiting_payment' }, `status = 'awaiting_payment'`],
  ['the status of orders on hold', { status: 'on_hold' }, `status = 'on_hold'`],
  ['a status that some orders left', { status: 'refunded' }, `status = 'refunded'`],
  ['a status that orders had after another', { status: 'voided' }, `status = 'voided'`],
  [
    'a rare status and a currency',
    { status: 'refunded', amount: { currency: 'USD' } },
    `status = 'refunded' AND currency = 'USD'`,
  ],
  [
    'declines',
    { isDeclined: true },
    'EXISTS (SELECT FROM declines WHERE declines.order_id = orders.id)',
  ],
  ['another payment mode', { mode: 'saved_card' }, 'false'],
  [
    'an amount and currency',
    { amount: { currency: 'USD', fromMinor: 10_020n } },
    `currency = 'USD' AND amount_minor >= 10020`,
  ],
]

describe.each([1, 3, STORES])('orders of %i stores', (count) => {
  const storeIds = firstStores(count)

  it.each(
    ([undefined, ...ORDER_SORTS] as const).flatMap((sort) =>
      FILTERS.map(([name, filter, sql]) => ({ sort, name, filter, sql })),
    ),
  )(
    'sorted by $sort with $name: the pages have each order once, in order',
    async ({ sort, filter, sql }) => {
      const key = {
        newest: 'id DESC',
        oldest: 'id ASC',
        largest: 'amount_minor DESC, id DESC',
        smallest: 'amount_minor, id',
      }
      const wanted = await reference(
        `SELECT id FROM orders WHERE store_id = ANY ($1) AND ${sql} ORDER BY ${key[sort ?? 'newest']}`,
        [storeIds],
      )
      const found: { id: string }[] = []
      let before: string | undefined
      do {
        const page = await ordersOfStores(world.puente.ctx.db.query, {
          ...anything,
          ...filter,
          storeIds,
          sort,
          before,
          limit: 37,
        })
        expect(page.rows.length).toBeLessThanOrEqual(37)
        found.push(...page.rows.map(({ id }) => ({ id })))
        before = page.next
      } while (before)
      expect(found).toEqual(wanted)
    },
  )

  it.each(FILTERS)('the sums with %s equal those of all rows', async (_, filter, where) => {
    const orders = `SELECT id, currency FROM orders WHERE store_id = ANY ($1) AND ${where}`
    const wanted = await reference(
      `SELECT picked.currency, count(*)::int AS orders,
         COALESCE(sum(total_minor) FILTER (WHERE state IN ('paid', 'refunded', 'voided')), 0)::bigint AS "paidMinor",
         COALESCE(sum(total_minor) FILTER (WHERE state IN ('refunded', 'voided')), 0)::bigint AS "refundedMinor"
       FROM (${orders}) picked JOIN payments ON payments.order_id = picked.id GROUP BY 1 ORDER BY 2 DESC`,
      [storeIds],
    )
    const { sums, since } = await sumOrders(world.puente.ctx.db.query, {
      ...anything,
      ...filter,
      storeIds,
    })
    expect(since).toBeUndefined()
    expect(sums).toEqual(wanted)
  })
})
