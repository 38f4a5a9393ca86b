import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { PageOfStores } from '../lists/page-of-stores.ts'
import { monthOf } from '../privacy/partitions.ts'
import type { MessageSource } from '../tables/events.ts'

/** `given_up`: unreadable, or its task is dead; an operator must act. */
export const LISTED_EVENT_STATES = ['waiting', 'handled', 'given_up'] as const
export type ListedEventState = (typeof LISTED_EVENT_STATES)[number]

export interface ListedEvent {
  seq: bigint
  month: string
  source: MessageSource
  message_id: string
  /** Topic, if the sender states it outside the body. */
  topic: string | null
  body: Buffer
  received_at: Date
  store_id: StoreId
  state: ListedEventState
  /** One word; `null` while waiting. */
  outcome: string | null
  handled_at: Date | null
  /** Latest task for this event alone, until retention deletes it. */
  task_id: bigint | null
  last_error: string | null
}

export interface PageOfEvents {
  rows: ListedEvent[]
  next: string | undefined
}

export interface EventFilter {
  state?: ListedEventState | undefined
  topic?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  before?: string | undefined
  limit: number
}

/** Upper bound on rows scanned per page without an index. */
const SCANNED = 500

/** Returns the newest first. A short or empty page may have a `next` cursor. */
export const listEvents = async (
  query: DbQuery,
  { storeIds: [storeId], ...filter }: EventFilter & Pick<PageOfStores, 'storeIds'>,
): Promise<PageOfEvents> => {
  if (storeId === undefined) return { rows: [], next: undefined }
  const isScan = filter.topic !== undefined || filter.state === 'handled'
  const most = isScan ? SCANNED : filter.limit + 1
  const { rows } = await sql<ListedEvent & { matches: boolean }>`
    SELECT seq, month, source, store_id, message_id, topic, received_at, outcome, handled_at, task_id,
      last_error, state, matches, CASE WHEN matches THEN body END AS body
    FROM (SELECT *, (${matching(filter)}) AS matches FROM (${withState(scanned(storeId, filter, most))}) event) event
    ORDER BY received_at DESC, seq DESC`.execute(query)
  const found = rows.filter(({ matches }) => matches)
  const page = cutEvents(found, filter.limit)
  const horizon = rows.length === most ? rows.at(-1) : undefined
  return { ...page, next: page.next ?? (horizon && placeOf(horizon)) }
}

/** Cuts a page from `limit + 1` events. */
export const cutEvents = (events: readonly ListedEvent[], limit: number): PageOfEvents => {
  const rows = events.slice(0, limit)
  const last = events.length > limit ? rows.at(-1) : undefined
  return { rows, next: last && placeOf(last) }
}

const placeOf = ({ received_at: at, seq }: ListedEvent): string =>
  `${at.toISOString().replace('T', ' ').replace('Z', '+00')} ${seq}`

/** Matches webhooks after a cursor in the list, which is newest first. */
export const isBeforePlace = (place: string | undefined) => {
  const [, at, seq] = /^(.*) (\d+)$/.exec(place ?? '') ?? []
  return at === undefined
    ? sql`true`
    : sql`(received_at, seq) < (${at}::timestamptz, ${seq}::bigint)`
}

/** `storeId` restricts to the store's webhooks. */
export const findEvent = async (
  query: DbQuery,
  { storeId, seq }: { storeId?: StoreId; seq: bigint },
): Promise<ListedEvent | undefined> => {
  const ofStore = storeId === undefined ? sql`` : sql`AND store_id = ${storeId}`
  const one = sql`SELECT * FROM inbox WHERE seq = ${seq} ${ofStore}`
  const { rows } = await sql<ListedEvent>`${withState(one)}`.execute(query)
  return rows[0]
}

export const storeOfEvent = async (query: DbQuery, seq: bigint): Promise<StoreId | undefined> =>
  (await query.selectFrom('inbox').select('store_id').where('seq', '=', seq).executeTakeFirst())
    ?.store_id

/** Store id, or a column with it. */
type StoreOf = StoreId | ReturnType<typeof sql>

/** Selects the newest first, with a bounded scan per store. */
export const unhandledOfStores = (
  storeIds: readonly StoreId[],
  {
    source,
    messageId,
    ...filter
  }: EventFilter & {
    state: 'waiting' | 'given_up'
    source?: string | undefined
    messageId?: string | undefined
  },
) => sql`
  SELECT event.* FROM unnest(${storeIds}::text[]) AS store (id) CROSS JOIN LATERAL (
    SELECT * FROM (${withState(scanned(sql`store.id`, filter, SCANNED))}) event
    WHERE ${matching(filter)} AND source = COALESCE(${source ?? null}, source)
      AND message_id = COALESCE(${messageId ?? null}, message_id)
    ORDER BY received_at DESC, seq DESC LIMIT ${filter.limit}
  ) event ORDER BY received_at DESC, seq DESC LIMIT ${filter.limit}`

const scanned = (storeId: StoreOf, { state, from, to, before }: EventFilter, most: number) => sql`
  SELECT * FROM (${state === 'waiting' || state === 'given_up' ? notHandled(storeId) : sql`SELECT * FROM inbox`}) inbox
  WHERE store_id = ${storeId} AND ${isBeforePlace(before)}
    ${from ? sql`AND received_at >= ${from} AND month >= ${monthOf(from)}` : sql``}
    ${to ? sql`AND received_at < ${to} AND month <= ${monthOf(to)}` : sql``}
  ORDER BY received_at DESC, seq DESC LIMIT ${most}`

/** Selects waiting messages and messages of dead tasks, both few. */
const notHandled = (storeId: StoreOf) => sql`
  SELECT message.* FROM (
    SELECT month, seq FROM inbox_waiting WHERE store_id = ${storeId}
    UNION
    SELECT (payload ->> 'month')::date, (payload ->> 'seq')::bigint FROM tasks
    WHERE store_id = ${storeId} AND state = 'dead' AND payload ? 'month' AND payload ? 'seq'
  ) wanted CROSS JOIN LATERAL (
    SELECT * FROM inbox WHERE inbox.month = wanted.month AND inbox.seq = wanted.seq LIMIT 1
  ) message`

export const withState = (messages: ReturnType<typeof sql>) => sql`
  SELECT message.seq, message.month, message.source, message.store_id, message_id, topic, body, received_at,
    outcome, handled_at, task.id AS task_id, task.last_error,
    CASE
      WHEN waiting.state IS NULL AND outcome IS DISTINCT FROM 'unreadable' THEN 'handled'
      WHEN COALESCE(task.state, 'dead') = 'dead' AND waiting.state IS DISTINCT FROM 'received'
        THEN 'given_up'
      ELSE 'waiting'
    END AS state
  FROM (${messages}) message
  LEFT JOIN LATERAL (
    SELECT state FROM inbox_waiting WHERE inbox_waiting.state IN ('received', 'queued')
      AND inbox_waiting.source = message.source AND inbox_waiting.store_id = message.store_id
      AND inbox_waiting.seq = message.seq LIMIT 1
  ) waiting ON true
  LEFT JOIN inbox_outcomes ON inbox_outcomes.seq = message.seq AND inbox_outcomes.month = message.month
  LEFT JOIN LATERAL (
    SELECT id, state, last_error FROM tasks WHERE store_id = message.store_id
      AND state IN ('dead', 'ready', 'queued', 'running')
      AND payload ->> 'seq' = message.seq::text AND payload ? 'month'
      AND (waiting.state = 'queued' OR outcome = 'unreadable')
    ORDER BY id DESC LIMIT 1
  ) task ON true`

const matching = ({ state, topic }: EventFilter) => sql`
  ${state ? sql`state = ${state}` : sql`true`} AND ${isAbout(topic)}`

/** Matches a topic, or a body with this word anywhere; the caller checks its place. */
export const isAbout = (topic: string | undefined) =>
  topic === undefined
    ? sql`true`
    : sql`(topic = ${topic} OR position(convert_to(${JSON.stringify(topic)}, 'UTF8') IN body) > 0)`
