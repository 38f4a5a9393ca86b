import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { AlertRow, DbQuery } from '../db.ts'
import { allOf, ifGiven, isOfStores } from '../lists/conditions.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { AlertKind } from '../tables/alerts.ts'

export const findAlert = (query: DbQuery, id: bigint): Promise<AlertRow | undefined> =>
  query.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()

export interface AlertFilter {
  state: 'open' | 'closed' | 'all'
  kind?: AlertKind | undefined
  assignedTo?: string | undefined
  subject?: string | undefined
}

export const alertsOfStores = (
  query: DbQuery,
  { state, kind, assignedTo, subject, ...page }: PageOfStores & AlertFilter,
): RowsOfStores<AlertRow> =>
  readRows(query, {
    table: 'alerts',
    ...page,
    indexed: state === 'open' ? sql`row.closed_at IS NULL` : undefined,
    isIndexedById: true,
    filter: allOf([
      state === 'closed' ? sql`row.closed_at IS NOT NULL` : undefined,
      ifGiven(kind, (value) => sql`row.kind = ${value}`),
      ifGiven(subject, (value) => sql`row.subject = ${value}`),
      ifGiven(assignedTo, (value) => sql`row.assigned_to = ${value}`),
    ]),
  })

type OpenAlert = Pick<AlertRow, 'id' | 'store_id' | 'kind' | 'subject' | 'order_id'>

/** Lists open alerts of stores, newest first. */
export const openAlertsOfStores = (
  query: DbQuery,
  { storeIds, kind, limit }: { storeIds: readonly StoreId[]; kind?: AlertKind; limit: number },
): Promise<OpenAlert[]> => {
  const open = query
    .selectFrom('alerts')
    .select(['id', 'store_id', 'kind', 'subject', 'order_id'])
    .where(isOfStores(storeIds))
    .where('closed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
  return (kind ? open.where('kind', '=', kind) : open).execute()
}

/** Kinds that share one group across stores: gateway, mail server and alert channels. */
export const KINDS_OF_ALL_STORES: readonly AlertKind[] = [
  'gateway_unreachable',
  'mail_server_failing',
  'alerts_not_delivered',
]
/** Their subject, such as the channel, is the cause that groups them. */
export const KINDS_BY_SUBJECT: readonly AlertKind[] = ['alerts_not_delivered']

/**
 * Groups the newest `alerts` open alerts of stores by kind, store and cause. Returns the ids of the
 * newest `groups`, and those of their alerts, newest first.
 */
export const openGroupsOfStores = async (
  query: DbQuery,
  { storeIds, alerts, groups }: { storeIds: readonly StoreId[]; alerts: number; groups: number },
): Promise<bigint[][]> => {
  const { rows } = await sql<{ ids: string }>`
    SELECT string_agg(id::text, ' ') AS ids FROM (
      SELECT id, store_id, kind, subject FROM alerts
      WHERE ${isOfStores(storeIds)} AND closed_at IS NULL ORDER BY id DESC LIMIT ${alerts}
    ) AS open
    GROUP BY kind COLLATE "C",
      CASE WHEN kind <> ALL (${KINDS_OF_ALL_STORES}::text[]) THEN store_id END COLLATE "C",
      CASE WHEN kind = ANY (${KINDS_BY_SUBJECT}::text[]) THEN subject END COLLATE "C"
    ORDER BY max(id) DESC LIMIT ${groups}`.execute(query)
  // Sorted here: an ordered aggregate sorts the alerts of each group, also of those not shown.
  return rows.map(({ ids }) => ids.split(' ').map(BigInt).sort(newestFirst))
}

const newestFirst = (one: bigint, other: bigint): number => (one < other ? 1 : -1)

export const alertsByIds = (query: DbQuery, ids: readonly bigint[]): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id', 'desc')
    .execute()

export const changeAlert = (
  query: DbQuery,
  {
    id,
    now,
    ...changes
  }: { id: bigint; now: Date; assigned_to?: string | null; note?: string | null },
): Promise<AlertRow | undefined> =>
  query
    .updateTable('alerts')
    .set({ ...changes, noted_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

const MOST_OF_ORDER = 100
const MOST_OPEN_OF_ORDER = 10

export const alertsOfOrder = (query: DbQuery, orderId: OrderId): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(MOST_OF_ORDER)
    .execute()

/** Lists the open alerts of orders, newest first. */
export const openAlertsOfOrders = (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('order_id', '=', anyOf(orderIds))
    .where('closed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(orderIds.length * MOST_OPEN_OF_ORDER)
    .execute()
