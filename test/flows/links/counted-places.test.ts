import { expect, it } from 'vitest'
import type { PaymentLinkRow } from '../../../src/db/db.ts'
import {
  countPlaces,
  isAnyPlaceUnpaid,
  placesOfLinks,
} from '../../../src/db/links/payment-links.ts'
import { addMs, MINUTE } from '../../../src/runtime/clock.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { rowsReadBy } from '../../support/rows-read.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()
const { linkOf, take } = linksOf(world)
const now = () => world.puente.ctx.clock.now()

/** Copies the link's order `count` times, in a status and with a payment in a state, if any. */
const copyOrder = async (
  link: PaymentLinkRow,
  { count, status, state }: { count: number; status: string; state?: string },
): Promise<void> => {
  const { pool } = world.puente.ctx.db
  const name = `${status}-${state ?? 'none'}`
  await pool.query(
    `INSERT INTO orders SELECT (jsonb_populate_record(orders, jsonb_build_object(
       'id', 'ord_' || $2 || '-' || n, 'external_id', $1 || $2 || n, 'pay_token', $1 || $2 || n,
       'status', $2::text, 'current_payment_id', NULL))).*
     FROM orders, generate_series(1, $3::int) n
     WHERE orders.id = (SELECT min(id) FROM orders WHERE payment_link_id = $1)`,
    [link.id, name, count],
  )
  await pool.query(`UPDATE orders SET status = $1 WHERE status = $2`, [status, name])
  if (!state) return
  await pool.query(
    `INSERT INTO payments SELECT (jsonb_populate_record(payments, jsonb_build_object(
       'id', 'pay_' || copy.id, 'order_id', copy.id, 'state', $2::text,
       'idempotency_key', copy.id, 'gateway_payment_id', NULL))).*
     FROM orders copy, payments
     WHERE copy.id LIKE 'ord\\_' || $3 || '-%' AND payments.id = (
       SELECT min(payments.id) FROM payments JOIN orders ON orders.id = order_id
       WHERE payment_link_id = $1)`,
    [link.id, state, name],
  )
}

it('a link counts its places without reading the orders that gave theirs back', async () => {
  const link = await linkOf({ stock: 50 })
  await take(link.token)
  await copyOrder(link, { count: 3_000, status: 'cancelled' })
  await world.puente.ctx.db.pool.query('ANALYZE orders; ANALYZE payments; ANALYZE link_places')
  const { db } = world.puente.ctx
  for (const query of [db.query, db.hot.query]) {
    const counted = await rowsReadBy(query, (trx) => countPlaces(trx, link, now()))
    expect([counted.result, counted.rows]).toEqual([1, 0])
  }
  const places = await rowsReadBy(db.query, (trx) => placesOfLinks(trx, [link.id], now()))
  expect(places.result(link.id)).toEqual({ taken: 1, paid: 0, paying: 1 })
  expect(places.rows).toBeLessThan(10)
  const unpaid = await rowsReadBy(db.query, (trx) => isAnyPlaceUnpaid(trx, link, now()))
  expect(unpaid.result).toBe(true)
  expect(unpaid.rows).toBeLessThan(10)
})

const STATUSES = ['awaiting_payment', 'payment_expired', 'cancelled', 'paid', 'on_hold']
const STATES = ['intended', 'pending', 'disabled', 'expired', 'refused', 'abandoned', 'paid']

it('however an order and its payment change, the place is held until neither can be charged', async () => {
  const link = await linkOf({ stock: 5_000 })
  await take(link.token)
  const { pool } = world.puente.ctx.db
  const pairs = STATUSES.flatMap((status) => STATES.map((state) => ({ status, state })))
  for (const pair of pairs) await copyOrder(link, { ...pair, count: pairs.length })
  // Half an hour to pay, and the margin of a disabled payment.
  const moments = { start: now(), end: addMs(now(), 45 * MINUTE) }
  const held = `SELECT id FROM orders WHERE payment_link_id = $1
    AND (status NOT IN ('cancelled', 'payment_expired') OR EXISTS (
      SELECT FROM payments WHERE order_id = orders.id AND state NOT IN ('expired', 'refused', 'abandoned')
        AND NOT (state = 'disabled' AND expires_at <= $2::timestamptz - interval '10 minutes')))`
  const countHeld = async (at: Date): Promise<number> =>
    (await pool.query(`SELECT count(*)::int FROM (${held}) held`, [link.id, at])).rows[0].count
  const listed = `SELECT order_id AS id FROM link_places WHERE payment_link_id = $1
    AND (ends_at IS NULL OR ends_at > $2::timestamptz - interval '10 minutes')`
  const difference = async () => {
    const both = `((${held}) EXCEPT (${listed})) UNION ALL ((${listed}) EXCEPT (${held}))`
    const { start, end } = moments
    const found = [await pool.query(both, [link.id, start]), await pool.query(both, [link.id, end])]
    return found.flatMap(({ rows }) => rows)
  }

  // The copies were made in their states, without the change that frees a place.
  await pool.query(`UPDATE payments SET state = 'expired'`)
  expect(await difference()).toEqual([])
  await pool.query(
    `UPDATE payments SET state = split_part(order_id, '-', 2) WHERE order_id LIKE 'ord\\_%-%'`,
  )
  expect(await difference()).toEqual([])
  // The n-th copy of each pair changes to the n-th pair, order and payment in one statement.
  await pool.query(
    `WITH target AS (
       SELECT copy.id, $1::text[] AS statuses, $2::text[] AS states,
         split_part(copy.id, '-', 3)::int AS n FROM orders copy
       WHERE copy.id LIKE 'ord\\_%-%' AND copy.payment_link_id = $3
     ), changed AS (
       UPDATE payments SET state = states[n] FROM target WHERE order_id = target.id
     )
     UPDATE orders SET status = statuses[n] FROM target WHERE orders.id = target.id`,
    [pairs.map(({ status }) => status), pairs.map(({ state }) => state), link.id],
  )
  expect(await difference()).toEqual([])
  const { query } = world.puente.ctx.db
  const counted = Object.values(moments).map((at) => countPlaces(query, link, at))
  const expected = Object.values(moments).map(countHeld)
  expect(await Promise.all(counted)).toEqual(await Promise.all(expected))
  const [atStart, atEnd] = await Promise.all(counted)
  expect(atEnd).toBeLessThan(atStart ?? 0)
})
