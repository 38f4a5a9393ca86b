import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import { isCustomerConfirmed } from '../customers/confirmed-customers.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { FEW_STORES } from '../lists/conditions.ts'
import { newestOf } from '../lists/newest-of-stores.ts'
import { paymentsByCardDigits } from '../payments/payments-by-card.ts'
import { spellingsOf } from './order-spellings.ts'
import { listOrders, ordersByIds } from './orders.ts'
import { ordersByCustomerName } from './orders-by-customer.ts'

/** Upper bound on rows scanned without an index. */
const LATEST_ROWS = 10_000

interface OrderSearch {
  text: string
  storeIds: readonly StoreId[]
  limit: number
  /** An e-mail address finds only orders with a confirmed customer, so others cannot hide them. */
  isCustomerConfirmed?: boolean
}

/**
 * Finds orders by a reference (see `ordersByCopiedText`), words of the customer's name, or the last
 * four digits of the saved card. Exact matches first, then newest.
 */
export const searchOrders = async (query: DbQuery, search: OrderSearch): Promise<OrderRow[]> => {
  const named = await ordersByCopiedText(query, search)
  const [byName, byCard] = await Promise.all([
    mayBeName(search.text, named) ? ordersByCustomerName(query, search) : [],
    paymentsByCardDigits(query, search),
  ])
  const others = new Set([...byName, ...byCard.map(({ order_id }) => order_id)])
  for (const { id } of named) others.delete(id)
  const found = [...(await ordersByIds(query, [...others])).values()]
  return [...named, ...found.sort((one, other) => (one.id < other.id ? 1 : -1))].slice(
    0,
    search.limit,
  )
}

/** A text with a digit or `@` that references orders is no customer's name. */
export const mayBeName = (text: string, named: readonly OrderRow[]): boolean =>
  named.length === 0 || !/[\d@]/.test(text)

/**
 * Finds orders by order number, store's order id, our ids (`ord_`, `pay_`, `ref_`), gateway payment
 * id, charge or transaction id, customer's e-mail. Exact matches first, then newest.
 */
export const ordersByCopiedText = async (
  query: DbQuery,
  { text: typed, storeIds, limit, isCustomerConfirmed: isConfirmed = false }: OrderSearch,
): Promise<OrderRow[]> => {
  const spellings = spellingsOf(typed)
  const [text] = spellings
  if (text === undefined) return []
  const stores = sql`${storeIds}::text[]`
  const lookups = [
    sql<Found>`SELECT id FROM orders WHERE id = ${text} AND store_id = ANY (${stores})`,
    sql<Found>`SELECT order_id AS id FROM payments WHERE id = ${text} AND store_id = ANY (${stores})`,
    sql<Found>`SELECT order_id AS id FROM refunds WHERE id = ${text} AND store_id = ANY (${stores})`,
    sql<Found>`SELECT id FROM orders WHERE store_id = ANY (${stores}) AND external_id = ANY (${spellings}::text[])
      ORDER BY external_id = ${text} DESC, id DESC LIMIT ${limit}`,
    sql<Found>`SELECT id FROM orders WHERE store_id = ANY (${stores}) AND number = ANY (${spellings}::text[])
      ORDER BY number = ${text} DESC, id DESC LIMIT ${limit}`,
    ...(GATEWAY_NUMBER.test(text)
      ? [
          sql<Found>`SELECT order_id AS id FROM payments WHERE store_id = ANY (${stores})
            AND gateway_payment_id = ${text}::bigint LIMIT ${limit}`,
        ]
      : []),
    text.includes('@')
      ? byEmail({ text, stores, limit }, isConfirmed)
      : byCharge({ text, stores, limit }),
  ]
  const results = await Promise.all(lookups.map((lookup) => lookup.execute(query)))
  const isFound = results.some(({ rows }) => rows.length > 0)
  const isCharge = text.length >= SHORTEST_CHARGE && /\d/.test(text) && !/[@\s]/.test(text)
  const scan = storeIds.length > 0 && !isFound && isCharge
  const found = scan ? [await scanOf(storeIds, { text, limit }).execute(query)] : results
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  const orders = [...(await ordersByIds(query, ids)).values()]
  const rank = rankIn(spellings)
  return orders
    .sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

/** Ranks by the matching spelling; 0 for other matches. */
export const rankIn =
  (spellings: readonly string[]) =>
  ({ external_id, number }: Pick<OrderRow, 'external_id' | 'number'>): number => {
    const places = [external_id, number ?? ''].map((name) => spellings.indexOf(name))
    const known = places.filter((place) => place >= 0)
    return known.length > 0 ? Math.min(...known) : 0
  }

interface Found {
  id: OrderId
}

interface Lookup {
  text: string
  stores: RawBuilder<unknown>
  limit: number
}

/** Searches per store: an address may have very many orders, and the index has the newest first. */
const byEmail = ({ text, stores, limit }: Lookup, isConfirmed: boolean) => sql<Found>`
  SELECT found.id FROM unnest(${stores}) AS store (id) CROSS JOIN LATERAL (
    SELECT orders.id FROM orders WHERE lower(customer ->> 'email') = lower(${text})
      AND customer ->> 'email' IS NOT NULL AND store_id = store.id
      AND ${isConfirmed ? isCustomerConfirmed('orders') : sql`true`}
    ORDER BY orders.id DESC LIMIT ${limit}
  ) found ORDER BY found.id DESC LIMIT ${limit}`

const byCharge = ({ text, stores, limit }: Lookup) => sql<Found>`
  SELECT found.id FROM (
    SELECT order_id FROM order_search_terms WHERE term = ${text} LIMIT ${limit}
  ) named CROSS JOIN LATERAL (
    SELECT id FROM orders WHERE id = named.order_id AND store_id = ANY (${stores}) LIMIT 1
  ) found`

const GATEWAY_NUMBER = /^\d{1,18}$/

/** Rows of few stores lie apart: each costs a read of its page. */
const SCANNED_FOR_CHARGES = { few: 250, many: 1_000 }
/** Shorter texts are never charge ids. */
const SHORTEST_CHARGE = 8

/**
 * Scans for charges without search terms, which a process of the previous version may have written.
 */
const scanOf = (storeIds: readonly StoreId[], { text, limit }: { text: string; limit: number }) =>
  sql<Found>`SELECT order_id AS id FROM (${newestOf(storeIds, {
    table: 'payments',
    columns: ['order_id', 'transaction_id', 'charge_id'],
    rows: storeIds.length <= FEW_STORES ? SCANNED_FOR_CHARGES.few : SCANNED_FOR_CHARGES.many,
  })}) AS latest
    WHERE transaction_id = ${text} OR charge_id = ${text} LIMIT ${limit}`

/** Returns the newest first. Across stores, a status filter covers the latest 10,000. */
export const latestOrders = (
  query: DbQuery,
  {
    storeId,
    status,
    limit,
  }: { storeId: StoreId | undefined; status: OrderStatus | undefined; limit: number },
): Promise<OrderRow[]> => {
  if (storeId !== undefined) return listOrders(query, storeId, { status, limit })
  const latest = query
    .selectFrom('orders')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(status === undefined ? limit : LATEST_ROWS)
  if (status === undefined) return latest.execute()
  return query
    .selectFrom(latest.as('latest'))
    .selectAll()
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
