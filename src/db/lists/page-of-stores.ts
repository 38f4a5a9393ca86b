import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { allOf } from './conditions.ts'

/** Upper bound on rows scanned per page without an index. */
const WINDOW = 5_000
/** Up to this many stores are scanned one by one. */
const FEW_STORES = 50

type ListedTable =
  | 'orders'
  | 'orders_by_status'
  | 'payments'
  | 'refunds'
  | 'alerts'
  | 'tasks'
  | 'reconciliations'
  | 'api_keys'
  | 'payment_links'

export interface PageRequest {
  table: ListedTable
  storeIds: readonly StoreId[]
  before: string | undefined
  limit: number
  /** Condition on `row` with an index. */
  indexed?: RawBuilder<unknown> | undefined
  /** Whether the index of `indexed` covers all stores in the order of ids. */
  isIndexedById?: boolean | undefined
  /** Condition on `row` without one. */
  filter?: RawBuilder<unknown> | undefined
  window?: number
  /** Scans until the page is full, for lists of one store. */
  isExhaustive?: boolean | undefined
}

export interface PageOfIds {
  ids: string[]
  next: string | undefined
}

/**
 * Returns the newest first. A filter scans 5,000 rows at most, unless `isExhaustive`: a page may be
 * short or empty and still have a `next` cursor.
 */
export const readPage = async (query: DbQuery, request: PageRequest): Promise<PageOfIds> => {
  const { storeIds, filter, indexed, isExhaustive } = request
  const [first] = storeIds
  if (first === undefined) return { ids: [], next: undefined }
  const isFew = storeIds.length <= FEW_STORES
  const read = (page: RawBuilder<PageRow>) => pageOf(query, page, request)
  if (isExhaustive) return read(newestOfFew({ ...request, indexed: allOf([indexed, filter]) }))
  if (filter) {
    const walked = sql`row.store_id = ${first} AND ${isBefore(request)}`
    if (storeIds.length === 1) return read(filteredInOrder(request, { walked, fits: filter }))
    return read(isFew ? filteredOfFew(request, filter) : filteredOfMany(request, filter))
  }
  if (isFew) return read(newestOfFew(request))
  // Without an index by id, matches may lie far below the newest rows.
  const isWalked = !indexed || request.isIndexedById
  const newest = isWalked ? await read(filteredOfMany(request, sql`true`)) : undefined
  return newest && isFull(newest, request) ? newest : read(newestOfMany(request))
}

export const readRows = async <Row>(query: DbQuery, request: PageRequest): RowsOfStores<Row> => {
  const { ids, next } = await readPage(query, request)
  if (ids.length === 0) return { rows: [], next }
  const { rows } = await sql<Row>`
    SELECT * FROM ${sql.table(request.table)}
    WHERE id = ANY (${ids}::${typeOfId(request.table)}[]) ORDER BY id DESC`.execute(query)
  return { rows, next }
}

/** Stores, start and length of a page. */
export type PageOfStores = Pick<PageRequest, 'storeIds' | 'before' | 'limit' | 'isExhaustive'>

export type RowsOfStores<Row> = Promise<{ rows: Row[]; next: string | undefined }>

const pageOf = async (
  query: DbQuery,
  page: RawBuilder<PageRow>,
  { limit }: PageRequest,
): Promise<PageOfIds> => {
  const { rows } = await page.execute(query)
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] }
  return { ids, next: rows[0]?.horizon ?? undefined }
}

const isFull = ({ ids, next }: PageOfIds, { limit }: PageRequest): boolean =>
  next === undefined || ids.length === limit

interface PageRow {
  id: string | null
  horizon: string | null
}

const isBefore = ({ table, before, indexed }: PageRequest) => sql`
  ${before === undefined ? sql`true` : sql`row.id < ${before}::${typeOfId(table)}`}
  AND ${indexed ?? sql`true`}`

const typeOfId = (table: PageRequest['table']) =>
  sql.raw(table === 'alerts' || table === 'tasks' ? 'bigint' : 'text')

const ofStore = (request: PageRequest, limit: number, columns = sql`row.id`) => sql`
  SELECT ${columns} FROM ${sql.table(request.table)} AS row
  WHERE row.store_id = store.id AND ${isBefore(request)}
  ORDER BY row.id DESC LIMIT ${limit}`

const stores = ({ storeIds }: PageRequest) => sql`unnest(${storeIds}::text[]) AS store (id)`

const newestOfFew = (request: PageRequest) => sql<PageRow>`
  SELECT row.id::text AS id, NULL AS horizon
  FROM ${stores(request)} CROSS JOIN LATERAL (${ofStore(request, request.limit + 1)}) row
  ORDER BY row.id DESC LIMIT ${request.limit + 1}`

/** Reads only the stores with the newest rows: others cannot contribute. */
const newestOfMany = (request: PageRequest) => sql<PageRow>`
  WITH latest AS (
    SELECT store.id FROM ${stores(request)} CROSS JOIN LATERAL (${ofStore(request, 1)}) row
    ORDER BY row.id DESC LIMIT ${request.limit + 1}
  )
  SELECT row.id::text AS id, NULL AS horizon
  FROM latest AS store CROSS JOIN LATERAL (${ofStore(request, request.limit + 1)}) row
  ORDER BY row.id DESC LIMIT ${request.limit + 1}`

/**
 * Scans a window per store. The page ends with the shortest window, below which that store's rows
 * may be missing.
 */
const filteredOfFew = (request: PageRequest, filter: RawBuilder<unknown>) => {
  const { limit, storeIds, window = WINDOW } = request
  const depth = Math.max(limit + 1, Math.floor(window / storeIds.length))
  return sql<PageRow>`
    WITH seen AS (
      SELECT store.id AS store_id, row.id, row.fits
      FROM ${stores(request)} CROSS JOIN LATERAL (
        ${ofStore(request, depth, sql`row.id, (${filter}) AS fits`)}
      ) row
    ), horizon AS (
      SELECT max(oldest) AS id FROM (
        SELECT min(id) AS oldest FROM seen GROUP BY store_id HAVING count(*) = ${depth}
      ) ends
    ), page AS (
      SELECT seen.id FROM seen, horizon
      WHERE fits AND seen.id >= COALESCE(horizon.id, seen.id) ORDER BY seen.id DESC LIMIT ${limit + 1}
    )
    SELECT page.id::text AS id, horizon.id::text AS horizon
    FROM horizon LEFT JOIN page ON true ORDER BY page.id DESC`
}

const filteredOfMany = (request: PageRequest, filter: RawBuilder<unknown>) =>
  filteredInOrder(request, {
    walked: isBefore(request),
    fits: sql`row.store_id IN (SELECT unnest(${request.storeIds}::text[])) AND (${filter})`,
  })

/** Walks down an index as far as the page needs. */
const filteredInOrder = (
  { table, limit, window = WINDOW }: PageRequest,
  { walked, fits }: { walked: RawBuilder<unknown>; fits: RawBuilder<unknown> },
) => sql<PageRow>`
  WITH page AS MATERIALIZED (
    SELECT seen.id FROM (
      SELECT row.id, (${fits}) AS fits FROM ${sql.table(table)} AS row
      WHERE ${walked} ORDER BY row.id DESC LIMIT ${window}
    ) seen WHERE fits ORDER BY seen.id DESC LIMIT ${limit + 1}
  ), horizon AS MATERIALIZED (
    SELECT CASE WHEN (SELECT count(*) FROM page) <= ${limit} THEN (
      SELECT row.id FROM ${sql.table(table)} AS row
      WHERE ${walked} ORDER BY row.id DESC OFFSET ${window - 1} LIMIT 1
    ) END AS id
  )
  SELECT page.id::text AS id, horizon.id::text AS horizon
  FROM horizon LEFT JOIN page ON true ORDER BY page.id DESC`
