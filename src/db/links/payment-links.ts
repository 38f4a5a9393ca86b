import { type Insertable, sql, type Updateable } from 'kysely'
import type { PaymentLinkId, StoreId } from '../../domain/ids.ts'
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
 * `taken`: places that an order holds, paid or not. `paid`: orders whose money we hold. `paying`: not
 * charged yet. A refunded order is neither.
 */
export interface PlacesOfLink {
  taken: number
  paid: number
  paying: number
}

const NO_PLACES: PlacesOfLink = { taken: 0, paid: 0, paying: 0 }

/** Counts the places of a link that has a bound of them; spares the others reading their orders. */
export const boundedPlaces = async (
  query: DbQuery,
  { id, stock }: Pick<PaymentLinkRow, 'id' | 'stock'>,
): Promise<PlacesOfLink> => (stock === null ? NO_PLACES : (await placesOfLinks(query, [id]))(id))

/**
 * Counts the places of links. An order gives its place back once it is cancelled and the gateway can
 * charge none of its payments: each expired, was refused, or never existed there.
 */
export const placesOfLinks = async (
  query: DbQuery,
  ids: readonly PaymentLinkId[],
): Promise<(id: PaymentLinkId) => PlacesOfLink> => {
  if (ids.length === 0) return () => NO_PLACES
  const { rows } = await sql<PlacesOfLink & { id: PaymentLinkId }>`
    SELECT payment_link_id AS id, count(*)::int AS taken,
      (count(*) FILTER (WHERE status IN ('paid', 'partially_refunded', 'on_hold')))::int AS paid,
      (count(*) FILTER (WHERE status IN ('awaiting_payment', 'payment_expired', 'cancelled')))::int
        AS paying
    FROM orders
    WHERE payment_link_id = ${anyOf(ids)} AND (status <> 'cancelled' OR EXISTS (
      SELECT FROM payments WHERE order_id = orders.id
        AND state NOT IN ('expired', 'refused', 'abandoned')
    ))
    GROUP BY payment_link_id`.execute(query)
  const places = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return (id) => places.get(id) ?? NO_PLACES
}
