import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import { allOf, type Interval, ifGiven, isBetween } from '../lists/conditions.ts'
import type { PageOfStores, RowsOfStores } from '../lists/page-of-stores.ts'
import type { TaskRow } from '../tasks/outbox.ts'
import { type TaskFilter, tasksOfStores } from '../tasks/task-history.ts'

/** `types`: type of an order's notification, or the kind of a task without one. */
export interface NotificationFilter
  extends Interval,
    Pick<TaskFilter, 'kinds' | 'states' | 'note'> {
  types: readonly string[]
}

/** Conditions of the index `notifications_by_time`. */
const IS_NOTIFICATION = sql`row.kind IN ('notify-storefront', 'notify-saved-card')`
const TYPE = sql`COALESCE(row.payload ->> 'type', row.kind)`

/** Upper bound on rows scanned per page if a state filters them. */
const WINDOW = 5_000
/** Upper bound on pairs of store and type that have an index scan each. */
const MOST_PAIRS = 500

/** Lists notifications, newest first by id. */
export const newestNotifications = (
  query: DbQuery,
  { before, ...request }: PageOfStores & TaskFilter,
): RowsOfStores<TaskRow> => {
  const [, id] = readPlace(before)
  return tasksOfStores(query, { ...request, before: id })
}

/**
 * Lists notifications of these types, newest first. A page with a state, or of many stores, may be
 * short or empty and still have a `next` cursor.
 */
export const notificationsByTime = (
  query: DbQuery,
  request: PageOfStores & NotificationFilter,
): RowsOfStores<TaskRow> => {
  const { types, from, to, ...page } = request
  if (types.length * page.storeIds.length <= MOST_PAIRS) return readByIndex(query, request)
  const filter = allOf([sql`${TYPE} = ANY (${types}::text[])`, ...isCreatedBetween({ from, to })])
  return newestNotifications(query, { ...page, filter })
}

const isCreatedBetween = (interval: Interval) => isBetween(sql`row.created_at`, interval)

/** Cursor: `2026-11-25 12:00:00.123+00 4711`, or the id alone after a page of many stores. */
const readPlace = (place: string | undefined): [at: string | undefined, id: string | undefined] => {
  const [, at, id] = /^(?:(.*) )?(\d+)$/.exec(place ?? '') ?? []
  return [at, id]
}

interface Place {
  id: string
  created_at: string
  fits: boolean
  isEnd: boolean
}

/**
 * Scans a window per store and type. The page ends where the nearest window ends: below it,
 * notifications may be missing.
 */
const readByIndex = async (
  query: DbQuery,
  request: PageOfStores & NotificationFilter,
): RowsOfStores<TaskRow> => {
  const { storeIds, types, before, limit, states, note } = request
  const fits = allOf([
    ifGiven(states, (value) => sql`row.state = ANY (${value}::text[])`),
    ifGiven(note, (value) => sql`row.note IS NOT DISTINCT FROM ${value}`),
  ])
  const window = Math.floor(WINDOW / Math.max(storeIds.length * types.length, 1))
  const depth = fits ? Math.max(limit + 1, window) : limit + 1
  const [at, id] = readPlace(before)
  const conditions = allOf([
    IS_NOTIFICATION,
    sql`row.store_id = store.id AND ${TYPE} = type.name`,
    ...isCreatedBetween(request),
    id === undefined
      ? undefined
      : at === undefined
        ? sql`row.id < ${id}::bigint`
        : sql`(row.created_at, row.id) < (${at}::timestamptz, ${id}::bigint)`,
  ])
  const { rows } = await sql<Place>`
    SELECT found.id::text AS id, found.created_at::text AS created_at, fits, nth = ${depth} AS "isEnd"
    FROM unnest(${storeIds}::text[]) AS store (id)
    CROSS JOIN unnest(${types}::text[]) AS type (name)
    CROSS JOIN LATERAL (
      SELECT row.id, row.created_at, ${fits ?? sql`true`} AS fits,
        row_number() OVER (ORDER BY row.created_at DESC, row.id DESC) AS nth
      FROM tasks AS row WHERE ${conditions}
      ORDER BY row.created_at DESC, row.id DESC LIMIT ${depth}
    ) found
    WHERE fits OR nth = ${depth}
    ORDER BY found.created_at DESC, found.id DESC`.execute(query)
  const end = rows.findIndex(({ isEnd }) => isEnd)
  const seen = end === -1 ? rows : rows.slice(0, end + 1)
  const places = seen.filter((place) => place.fits)
  const page = places.slice(0, limit)
  const last = places.length > limit ? page.at(-1) : rows[end]
  return {
    rows: await tasksAt(query, page),
    next: last && `${last.created_at} ${last.id}`,
  }
}

const tasksAt = async (query: DbQuery, places: readonly Place[]): Promise<TaskRow[]> => {
  if (places.length === 0) return []
  const { rows } = await sql<TaskRow>`
    SELECT * FROM tasks WHERE id = ANY (${places.map(({ id }) => id)}::bigint[])
    ORDER BY created_at DESC, id DESC`.execute(query)
  return rows
}
