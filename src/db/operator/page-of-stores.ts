import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** A page looks at so many rows at most for those that fit a filter that no index holds. */
const WINDOW = 5_000
/** So few stores are each looked through by themselves. */
const FEW_STORES = 50

export interface PageRequest {
  table: 'orders' | 'payments' | 'refunds' | 'alerts' | 'tasks' | 'reconciliations' | 'api_keys'
  storeIds: readonly StoreId[]
  /** Only rows older than the one of this id. */
  before: string | undefined
  limit: number
  /** Of `row`; what an index is for. */
  indexed?: RawBuilder<unknown> | undefined
  /** Of `row`; what no index holds. */
  filter?: RawBuilder<unknown> | undefined
  window?: number
}

/** Ids, the newest first. `next`: the page after begins below it; `undefined`: there is none. */
export interface PageOfIds {
  ids: string[]
  next: string | undefined
}

/**
 * The newest rows of some stores. With a filter a page looks at five thousand rows at most: it may be
 * short, and even empty, while there is a next one.
 */
export const readPage = async (query: DbQuery, request: PageRequest): Promise<PageOfIds> => {
  const { storeIds, filter, indexed } = request
  const [first] = storeIds
  if (first === undefined) return { ids: [], next: undefined }
  const isFew = storeIds.length <= FEW_STORES
  const read = (page: RawBuilder<PageRow>) => pageOf(query, page, request)
  if (filter) {
    if (storeIds.length === 1) return read(filteredOfOne(request, { storeId: first, filter }))
    return read(isFew ? filteredOfFew(request, filter) : filteredOfMany(request, filter))
  }
  if (isFew) return read(newestOfFew(request))
  // What a partial index holds is not among the newest of the whole table.
  const newest = indexed ? undefined : await read(filteredOfMany(request, sql`true`))
  return newest && isFull(newest, request) ? newest : read(newestOfMany(request))
}

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
  /** Where the window ends, if there is more behind it. */
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

/** Only the stores whose newest row is among the newest can have one of the page. */
const newestOfMany = (request: PageRequest) => sql<PageRow>`
  WITH latest AS (
    SELECT store.id FROM ${stores(request)} CROSS JOIN LATERAL (${ofStore(request, 1)}) row
    ORDER BY row.id DESC LIMIT ${request.limit + 1}
  )
  SELECT row.id::text AS id, NULL AS horizon
  FROM latest AS store CROSS JOIN LATERAL (${ofStore(request, request.limit + 1)}) row
  ORDER BY row.id DESC LIMIT ${request.limit + 1}`

/** Below the newest of the ends of the stores' windows, rows of that store may be missing. */
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

const filteredOfOne = (
  request: PageRequest,
  { storeId, filter }: { storeId: StoreId; filter: RawBuilder<unknown> },
) =>
  filteredInOrder(request, {
    walked: sql`row.store_id = ${storeId} AND ${isBefore(request)}`,
    fits: filter,
  })

const filteredOfMany = (request: PageRequest, filter: RawBuilder<unknown>) =>
  filteredInOrder(request, {
    walked: isBefore(request),
    fits: sql`row.store_id IN (SELECT unnest(${request.storeIds}::text[])) AND (${filter})`,
  })

/** Walks down an index, and no further than the page needs. */
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
