import { type Insertable, sql, type Updateable } from 'kysely'
import type { PaymentLinkId, StoreId } from '../../domain/ids.ts'
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

/** Counts the places of a link with a stock. Skips the query for a link without one. */
export const boundedPlaces = async (
  query: DbQuery,
  { id, stock }: Pick<PaymentLinkRow, 'id' | 'stock'>,
  now: Date,
): Promise<PlacesOfLink> =>
  stock === null ? NO_PLACES : (await placesOfLinks(query, [id], now))(id)

/** Margin beyond the expiry of a disabled payment, whose end the gateway never reports. */
const DISABLED_ENDS_AFTER_MS = 10 * MINUTE

/**
 * Counts the places of links. A cancelled or expired order frees its place once the gateway can charge
 * none of its payments: each expired, was refused, or never existed there. A disabled payment can be
 * enabled again (`gateway-api.md` 3) until its own expiry.
 */
export const placesOfLinks = async (
  query: DbQuery,
  ids: readonly PaymentLinkId[],
  now: Date,
): Promise<(id: PaymentLinkId) => PlacesOfLink> => {
  if (ids.length === 0) return () => NO_PLACES
  const expiredBy = addMs(now, -DISABLED_ENDS_AFTER_MS)
  const { rows } = await sql<PlacesOfLink & { id: PaymentLinkId }>`
    SELECT payment_link_id AS id, count(*)::int AS taken,
      (count(*) FILTER (WHERE status IN ('paid', 'partially_refunded', 'on_hold')))::int AS paid,
      (count(*) FILTER (WHERE status IN ('awaiting_payment', 'payment_expired', 'cancelled')))::int
        AS paying
    FROM orders
    WHERE payment_link_id = ${anyOf(ids)}
      AND (status NOT IN ('cancelled', 'payment_expired') OR EXISTS (
        SELECT FROM payments WHERE order_id = orders.id
          AND state NOT IN ('expired', 'refused', 'abandoned')
          AND NOT (state = 'disabled' AND COALESCE(expires_at <= ${expiredBy}, false))
      ))
    GROUP BY payment_link_id`.execute(query)
  const places = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return (id) => places.get(id) ?? NO_PLACES
}
