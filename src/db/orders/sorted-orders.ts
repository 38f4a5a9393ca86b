import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery, OrderRow } from '../db.ts'
import { allOf } from '../lists/conditions.ts'
import type { RowsOfStores } from '../lists/page-of-stores.ts'
import { type OrderListFilter, orderConditions } from './order-filters.ts'
import { ordersByIds } from './orders.ts'

/** Orders besides newest first. Amounts compare in minor units, whatever their currency. */
export const ORDER_SORTS = ['oldest', 'largest', 'smallest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

interface Place {
  minor: bigint
  id: OrderId
}

interface SortedOrders extends OrderListFilter {
  sort: OrderSort
  storeIds: readonly StoreId[]
  /** Value of `next` from the previous page. */
  before: string | undefined
  limit: number
}

/** Upper bound on rows scanned per page. */
const WINDOW = 2_500

/** `ahead`: comparison with rows that follow. */
const KEYS = {
  oldest: { key: ['id'], direction: 'ASC', ahead: '>' },
  largest: { key: ['amount_minor', 'id'], direction: 'DESC', ahead: '<' },
  smallest: { key: ['amount_minor', 'id'], direction: 'ASC', ahead: '>' },
} as const

/**
 * Scans 2,500 rows at most with a filter: a page may be short or empty and still have a `next`
 * place.
 */
export const sortedOrders = async (
  query: DbQuery,
  { sort, storeIds, before, limit, ...filters }: SortedOrders,
): RowsOfStores<OrderRow> => {
  if (storeIds.length === 0) return { rows: [], next: undefined }
  const { key, direction, ahead } = KEYS[sort]
  const { indexed, filter } = orderConditions(filters)
  const isById = sort === 'oldest'
  const fits = allOf([filter, isById ? undefined : indexed]) ?? sql`true`
  const isFiltered = filter !== undefined || indexed !== undefined
  const depth = isFiltered ? Math.max(limit + 1, Math.floor(WINDOW / storeIds.length)) : limit + 1
  const columns = (of: string) => sql.join(key.map((column) => sql.ref(`${of}.${column}`)))
  const sorted = (of: string, way: string = direction) =>
    sql.join(key.map((column) => sql`${sql.ref(`${of}.${column}`)} ${sql.raw(way)}`))
  const ofStore = (rows: number) => sql`
    SELECT row.id, row.amount_minor, (${fits}) AS fits FROM orders AS row
    WHERE row.store_id = store.id AND ${isById ? (indexed ?? sql`true`) : sql`true`}
      AND ${behind(columns('row'), { place: placeOf(before), isById, ahead })}
    ORDER BY ${sorted('row')} LIMIT ${rows}`
  const all = sql`SELECT unnest(${storeIds}::text[]) AS id`
  // Without a filter, only the stores whose first rows lead can contribute to the page.
  const leading = sql`SELECT store.id FROM (${all}) AS store CROSS JOIN LATERAL (${ofStore(1)}) row
    ORDER BY ${sorted('row')} LIMIT ${limit + 1}`
  // Without a filter, the scan of each store is as long as a page, so no store ends a page.
  const horizon = sql`
    SELECT * FROM (
      SELECT DISTINCT ON (store_id) *, count(*) OVER (PARTITION BY store_id) AS scanned FROM seen
      ORDER BY store_id, ${sorted('seen', direction === 'ASC' ? 'DESC' : 'ASC')}
    ) ends WHERE scanned = ${depth} ORDER BY ${sorted('ends')} LIMIT 1`
  const { rows } = await sql<Place & { is_row: boolean }>`
    WITH seen AS (
      SELECT store.id AS store_id, row.* FROM (${isFiltered ? all : leading}) AS store
      CROSS JOIN LATERAL (${ofStore(depth)}) row
    ), horizon AS (${isFiltered ? horizon : sql`SELECT * FROM seen LIMIT 0`})
    (SELECT seen.id, seen.amount_minor AS minor, true AS is_row FROM seen LEFT JOIN horizon ON true
    WHERE seen.fits AND NOT COALESCE((${columns('seen')}) ${sql.raw(ahead)} (${columns('horizon')}), false)
    ORDER BY is_row, ${sorted('seen')} LIMIT ${limit + 1})
    UNION ALL SELECT id, amount_minor, false FROM horizon`.execute(query)
  const found = rows.filter(({ is_row }) => is_row)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : rows.find(({ is_row }) => !is_row)
  return {
    rows: await inPlace(query, page),
    next: last && `${sort} ${last.minor} ${last.id}`,
  }
}

const behind = (
  columns: RawBuilder<unknown>,
  { place, isById, ahead }: { place: Place | undefined; isById: boolean; ahead: string },
) => {
  if (!place) return sql`true`
  const { minor, id } = place
  const end = isById ? sql`${id}::text` : sql`${minor}::bigint, ${id}::text`
  return sql`(${columns}) ${sql.raw(ahead)} (${end})`
}

const placeOf = (before: string | undefined): Place | undefined => {
  const [, minor, id] = before?.split(' ') ?? []
  return minor && id ? { minor: BigInt(minor), id: id as OrderId } : undefined
}

/** Reports whether a place is of another sort; `undefined` is newest first. */
export const isOfOtherSort = (before: string | undefined, sort: OrderSort | undefined): boolean =>
  before !== undefined && ORDER_SORTS.find((each) => before.startsWith(`${each} `)) !== sort

const inPlace = async (query: DbQuery, page: readonly Place[]): Promise<OrderRow[]> => {
  const orders = await ordersByIds(
    query,
    page.map(({ id }) => id),
  )
  return page.flatMap(({ id }) => orders.get(id) ?? [])
}
