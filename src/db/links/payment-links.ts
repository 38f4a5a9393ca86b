import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { OrderId, PaymentLinkId, StoreId } from '../../domain/ids.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, PaymentLinkRow } from '../db.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import { isImpossibleName } from '../orders/orders.ts'
import type { DbTables } from '../tables.ts'

const links = (query: DbQuery) => query.selectFrom('payment_links').selectAll()

export const findPaymentLink = (
  query: DbQuery,
  id: PaymentLinkId,
): Promise<PaymentLinkRow | undefined> => links(query).where('id', '=', id).executeTakeFirst()

export const findLinkByToken = async (
  query: DbQuery,
  token: string,
): Promise<PaymentLinkRow | undefined> =>
  isImpossibleName(token) ? undefined : links(query).where('token', '=', token).executeTakeFirst()

/** Serialises the orders of a link until the transaction ends. */
export const lockPaymentLink = (
  trx: DbQuery,
  id: PaymentLinkId,
): Promise<PaymentLinkRow | undefined> =>
  links(trx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Newest first. */
export const linksOfStores = (query: DbQuery, page: PageOfStores): RowsOfStores<PaymentLinkRow> =>
  readRows(query, { table: 'payment_links', ...page })

export const insertPaymentLink = (
  query: DbQuery,
  link: Insertable<DbTables['payment_links']>,
): Promise<PaymentLinkRow> =>
  query.insertInto('payment_links').values(link).returningAll().executeTakeFirstOrThrow()

/** Returns `undefined` for an unknown link. */
export const updatePaymentLink = (
  query: DbQuery,
  id: PaymentLinkId,
  changes: Updateable<DbTables['payment_links']>,
): Promise<PaymentLinkRow | undefined> =>
  query
    .updateTable('payment_links')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Counts one more order. Returns its ordinal in the link. */
export const nextOrderOfLink = async (trx: DbQuery, id: PaymentLinkId): Promise<number> => {
  const { orders } = await trx
    .updateTable('payment_links')
    .set({ orders: sql<number>`orders + 1` })
    .where('id', '=', id)
    .returning('orders')
    .executeTakeFirstOrThrow()
  return orders
}

/**
 * Finds the link of an order that a restored database lost, and counts the order. `undefined`: the
 * store has no such link, or two.
 */
export const countLostOrder = async (
  trx: DbQuery,
  { storeId, linkIdEnd, ordinal }: { storeId: StoreId; linkIdEnd: string; ordinal: number },
): Promise<PaymentLinkId | undefined> => {
  const { rows } = await sql<{ id: PaymentLinkId }>`
    UPDATE payment_links SET orders = GREATEST(orders, ${ordinal})
    WHERE id = (
      SELECT min(id) FROM payment_links
      WHERE store_id = ${storeId} AND right(id, ${linkIdEnd.length}) = ${linkIdEnd}
      HAVING count(*) = 1)
    RETURNING id`.execute(trx)
  return rows[0]?.id
}

export const closeLinksOfStore = async (
  trx: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  await trx
    .updateTable('payment_links')
    .set({ closed_at: now })
    .where('store_id', '=', storeId)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * `taken`: places that orders hold, paid or not. `paid`: charged and not refunded. `paying`: not
 * charged yet.
 */
export interface PlacesOfLink {
  taken: number
  paid: number
  paying: number
}

const NO_PLACES: PlacesOfLink = { taken: 0, paid: 0, paying: 0 }

/** Margin beyond the expiry of a disabled payment, whose end the gateway never reports. */
const DISABLED_ENDS_AFTER_MS = 10 * MINUTE

/** Condition on a row of `link_places`: the gateway may still charge its order, or has charged it. */
const isHeldAt = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(ends_at IS NULL OR ends_at > ${addMs(now, -DISABLED_ENDS_AFTER_MS)})`

/** Counts the places that a link's orders hold, from an index alone. */
export const countPlaces = async (
  query: DbQuery,
  { id }: Pick<PaymentLinkRow, 'id'>,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    SELECT count(*)::int AS taken FROM link_places
    WHERE payment_link_id = ${id} AND ${isHeldAt(now)}`.execute(query)
  return rows[0]?.taken ?? 0
}

/** Upper bound on the places that a customer's page reads, newest first. */
const NEWEST_PLACES = 500

/** Orders not charged yet. A cancelled order counts while the gateway can charge it. */
const IS_PAYING = sql<boolean>`orders.status IN ('awaiting_payment', 'payment_expired', 'cancelled')`

/** Reports whether an order among the newest that hold a place is not paid. */
export const isAnyPlaceUnpaid = async (
  query: DbQuery,
  { id }: Pick<PaymentLinkRow, 'id'>,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM (
      SELECT order_id FROM link_places WHERE payment_link_id = ${id} AND ${isHeldAt(now)}
      ORDER BY order_id DESC LIMIT ${NEWEST_PLACES}
    ) newest JOIN orders ON orders.id = newest.order_id
    WHERE ${IS_PAYING} LIMIT 1`.execute(query)
  return rows.length > 0
}

interface LineOfLink {
  id: PaymentLinkId
  /** Digest of an internet connection. */
  line: string
}

/** Counts the places that the customers of one internet connection hold without having paid. */
export const countUnpaidOfLine = async (
  query: DbQuery,
  { id, line, now }: LineOfLink & { now: Date },
): Promise<number> => {
  const { rows } = await sql<{ unpaid: number }>`
    SELECT count(*)::int AS unpaid FROM link_places
    WHERE payment_link_id = ${id} AND line = ${line} AND ${isHeldAt(now)}`.execute(query)
  return rows[0]?.unpaid ?? 0
}

/** Stores the internet connection of an order's customer. A trigger clears it once the order is paid. */
export const noteLineOfPlace = async (
  trx: DbQuery,
  { id, line, orderId }: LineOfLink & { orderId: OrderId },
): Promise<void> => {
  await sql`
    UPDATE link_places SET line = ${line}
    WHERE payment_link_id = ${id} AND order_id = ${orderId}`.execute(trx)
}

/** Clears the internet connections of these orders' customers. */
export const forgetLinesOfOrders = async (
  trx: DbQuery,
  orderIds: readonly OrderId[],
): Promise<void> => {
  await sql`
    UPDATE link_places SET line = NULL FROM orders
    WHERE orders.id = ANY (${orderIds}::text[]) AND line IS NOT NULL
      AND link_places.payment_link_id = orders.payment_link_id
      AND link_places.order_id = orders.id`.execute(trx)
}

/**
 * Counts the places of links. A cancelled or expired order frees its place once the gateway can charge
 * none of its payments: each expired, was refused, or never existed there. A disabled payment can be
 * enabled again (`gateway-api.md` 3) until its own expiry. Triggers list the orders that hold a place
 * in `link_places`.
 */
export const placesOfLinks = async (
  query: DbQuery,
  ids: readonly PaymentLinkId[],
  now: Date,
): Promise<(id: PaymentLinkId) => PlacesOfLink> => {
  if (ids.length === 0) return () => NO_PLACES
  const { rows } = await sql<PlacesOfLink & { id: PaymentLinkId }>`
    SELECT link_places.payment_link_id AS id, count(*)::int AS taken,
      (count(*) FILTER (WHERE status IN ('paid', 'partially_refunded', 'on_hold')))::int AS paid,
      (count(*) FILTER (WHERE ${IS_PAYING}))::int AS paying
    FROM link_places JOIN orders ON orders.id = link_places.order_id
    WHERE link_places.payment_link_id = ${anyOf(ids)} AND ${isHeldAt(now)}
    GROUP BY link_places.payment_link_id`.execute(query)
  const places = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return (id) => places.get(id) ?? NO_PLACES
}
