import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { monthOf } from '../privacy/partitions.ts'
import {
  cutEvents,
  isAbout,
  isBeforePlace,
  type ListedEvent,
  type PageOfEvents,
  unhandledOfStores,
  withState,
} from './event-list.ts'

/** Upper bound on webhooks, with bodies, scanned per page. */
const WINDOW = 2_000

export interface EventsOfStores {
  storeIds: readonly StoreId[]
  source?: string | undefined
  messageId?: string | undefined
  topic?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Unhandled webhooks only. */
  state?: 'waiting' | 'given_up' | undefined
  before: string | undefined
  limit: number
}

/** Up to this many stores are scanned one by one. */
const FEW_STORES = 20
const FEW_FILTERED_STORES = 200

interface Place {
  seq: string
  month: string
  received_at: string
}

/** Cursor: `2026-11-25 12:00:00.123+00 4711`. */
const placeText = ({ received_at: at, seq }: Pick<Place, 'seq' | 'received_at'>): string =>
  `${at} ${seq}`

/**
 * Returns the newest first. A page with a topic, or over many stores, scans 2,000 at most: it may
 * be short or empty and still have a `next` cursor.
 */
export const eventsOfStores = async (
  query: DbQuery,
  request: EventsOfStores,
): Promise<PageOfEvents> => {
  const { messageId, storeIds, limit, state, topic, from, to } = request
  if (state) return unhandled(query, { ...request, state })
  const most = (topic ?? from ?? to) ? FEW_FILTERED_STORES : FEW_STORES
  const scanned =
    messageId !== undefined || storeIds.length > most
      ? await ofMany(query, request)
      : await ofFew(query, request)
  const page = scanned.places.slice(0, limit)
  const last = scanned.places.length > limit ? page.at(-1) : scanned.horizon
  return { rows: await eventsAt(query, page), next: last && placeText(last) }
}

const unhandled = async (
  query: DbQuery,
  { storeIds, limit, ...filter }: EventsOfStores & { state: 'waiting' | 'given_up' },
): Promise<PageOfEvents> => {
  const request = { ...filter, limit: limit + 1 }
  const { rows } = await sql<ListedEvent>`${unhandledOfStores(storeIds, request)}`.execute(query)
  return cutEvents(rows, limit)
}

interface ScannedPage {
  places: Place[]
  horizon?: Place | undefined
}

const PLACE = sql`seq::text AS seq, month::text AS month, received_at::text AS received_at`

/** Combines index conditions per store with a filter on the body. */
const isReceivedBetween = ({ from, to }: EventsOfStores) => sql`
  ${from ? sql`received_at >= ${from} AND month >= ${monthOf(from)}` : sql`true`}
  AND ${to ? sql`received_at < ${to} AND month <= ${monthOf(to)}` : sql`true`}`

/**
 * Scans a window per store. The page ends with the nearest window, below which that store's
 * webhooks may be missing.
 */
const ofFew = async (query: DbQuery, request: EventsOfStores): Promise<ScannedPage> => {
  const { storeIds, source, before, limit, topic } = request
  const depth =
    topic === undefined
      ? limit + 1
      : Math.max(limit + 1, Math.floor(WINDOW / Math.max(storeIds.length, 1)))
  const { rows } = await sql<Place & { fits: boolean; isEnd: boolean }>`
    SELECT ${PLACE}, fits, nth = ${depth} AS "isEnd"
    FROM unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
      SELECT seq, month, received_at, ${isAbout(topic)} AS fits,
        row_number() OVER (ORDER BY received_at DESC, seq DESC) AS nth
      FROM inbox
      WHERE store_id = store.id AND ${isBeforePlace(before)} AND ${isReceivedBetween(request)}
        AND source = COALESCE(${source ?? null}, source)
      ORDER BY received_at DESC, seq DESC LIMIT ${depth}
    ) found
    WHERE fits OR nth = ${depth}
    ORDER BY found.received_at DESC, found.seq DESC`.execute(query)
  const end = rows.findIndex(({ isEnd }) => isEnd)
  const seen = end === -1 ? rows : rows.slice(0, end + 1)
  return { places: seen.filter(({ fits }) => fits), horizon: rows[end] }
}

const ofMany = async (query: DbQuery, request: EventsOfStores): Promise<ScannedPage> => {
  const { storeIds, source, messageId, before, limit, topic } = request
  const [, seq = null] = / (\d+)$/.exec(before ?? '') ?? []
  const isNamed = messageId === undefined ? sql`true` : sql`message_id = ${messageId}`
  const { rows } = await sql<Place & { fits: boolean; isLast: boolean }>`
    WITH seen AS (
      SELECT seq, month, received_at, store_id IN (SELECT unnest(${storeIds}::text[]))
        AND source = COALESCE(${source ?? null}, source) AND ${isReceivedBetween(request)}
        AND ${isAbout(topic)} AS fits
      FROM inbox WHERE seq < COALESCE(${seq}::bigint, 9223372036854775807) AND ${isNamed}
      ORDER BY seq DESC LIMIT ${WINDOW}
    ), page AS (SELECT * FROM seen WHERE fits ORDER BY seq DESC LIMIT ${limit + 1}),
    last AS (SELECT * FROM seen ORDER BY seq OFFSET 0 LIMIT 1)
    SELECT ${PLACE}, true AS fits, false AS "isLast" FROM page
    UNION ALL
    SELECT ${PLACE}, false, true FROM last WHERE (SELECT count(*) FROM seen) = ${WINDOW}`.execute(
    query,
  )
  const places = rows
    .filter(({ fits }) => fits)
    .sort((one, other) => Number(BigInt(other.seq) - BigInt(one.seq)))
  return { places, horizon: rows.find(({ isLast }) => isLast) }
}

const eventsAt = async (
  query: DbQuery,
  places: readonly Pick<Place, 'seq' | 'month'>[],
): Promise<ListedEvent[]> => {
  if (places.length === 0) return []
  const found = sql`SELECT inbox.* FROM
    unnest(${places.map(({ seq }) => seq)}::bigint[], ${places.map(({ month }) => month)}::date[])
      AS place (seq, month)
    CROSS JOIN LATERAL (
      SELECT * FROM inbox WHERE inbox.month = place.month AND inbox.seq = place.seq LIMIT 1
    ) inbox`
  const { rows } = await sql<ListedEvent>`
    SELECT * FROM (${withState(found)}) event ORDER BY received_at DESC, seq DESC`.execute(query)
  return rows
}

export const eventsByMessageIds = async (
  query: DbQuery,
  { storeId, messageIds }: { storeId: StoreId; messageIds: readonly string[] },
): Promise<ListedEvent[]> => {
  if (messageIds.length === 0) return []
  const { rows } = await sql<{ seq: string; month: string }>`
    SELECT seq::text AS seq, month::text AS month FROM inbox
    WHERE message_id = ANY (${messageIds}::text[]) AND store_id = ${storeId}`.execute(query)
  return eventsAt(query, rows)
}
