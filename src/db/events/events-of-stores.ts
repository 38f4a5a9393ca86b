import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import {
  cutEvents,
  isBeforePlace,
  type ListedEvent,
  type PageOfEvents,
  unhandledOfStores,
  withState,
} from './event-list.ts'

/** Upper bound on webhooks scanned per page; each has its body. */
const WINDOW = 2_000

export interface EventsOfStores {
  storeIds: readonly StoreId[]
  source?: string | undefined
  messageId?: string | undefined
  /** Unhandled webhooks only. */
  state?: 'waiting' | 'given_up' | undefined
  before: string | undefined
  limit: number
}

/** Up to this many stores are scanned one by one. */
const FEW_STORES = 20

interface Place {
  seq: string
  month: string
  received_at: string
}

/** Cursor: `2026-11-25 12:00:00.123+00 4711`. */
const placeText = ({ received_at: at, seq }: Pick<Place, 'seq' | 'received_at'>): string =>
  `${at} ${seq}`

/** Lists webhooks newest first. A page over many stores scans the newest 2,000 of all. */
export const eventsOfStores = async (
  query: DbQuery,
  request: EventsOfStores,
): Promise<PageOfEvents> => {
  const { messageId, storeIds, limit, state } = request
  if (state) return unhandled(query, { ...request, state })
  const scanned =
    messageId !== undefined || storeIds.length > FEW_STORES
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

const ofFew = async (
  query: DbQuery,
  { storeIds, source, before, limit }: EventsOfStores,
): Promise<ScannedPage> => {
  const { rows } = await sql<Place>`
    SELECT ${PLACE} FROM unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
      SELECT seq, month, received_at FROM inbox
      WHERE store_id = store.id AND ${isBeforePlace(before)} AND source = COALESCE(${source ?? null}, source)
      ORDER BY received_at DESC, seq DESC LIMIT ${limit + 1}
    ) found
    ORDER BY found.received_at DESC, found.seq DESC LIMIT ${limit + 1}`.execute(query)
  return { places: rows }
}

const ofMany = async (
  query: DbQuery,
  { storeIds, source, messageId, before, limit }: EventsOfStores,
): Promise<ScannedPage> => {
  const [, seq = null] = / (\d+)$/.exec(before ?? '') ?? []
  const isNamed = messageId === undefined ? sql`true` : sql`message_id = ${messageId}`
  const { rows } = await sql<Place & { fits: boolean; isLast: boolean }>`
    WITH seen AS (
      SELECT seq, month, received_at, store_id IN (SELECT unnest(${storeIds}::text[]))
        AND source = COALESCE(${source ?? null}, source) AS fits
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
