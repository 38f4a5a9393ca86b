import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { StoreId } from '../domain/ids.ts'
import { addMs, CLOCK_SKEW_MS } from '../runtime/clock.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery } from './db.ts'
import { monthOf } from './partitions.ts'
import type { MessageSource } from './tables/events.ts'

/** A message as it came in: raw, not parsed, its signature verified. */
export interface InboundMessage {
  source: MessageSource
  storeId: StoreId
  messageId: string
  /** What it is about, where the sender says so outside the body. */
  topic?: string | undefined
  /** When it happened, where the sender says so outside the body. */
  happenedAt?: Date | undefined
  body: Buffer
  receivedAt: Date
}

/** How many messages of one source were new to a store. */
export interface StoredCount {
  storeId: StoreId
  source: MessageSource
  count: number
}

/**
 * Stores messages durably in one statement. A message that is already there is left as it is:
 * nothing is said about whether it was handled. Returns how many were new; rejects after `limitMs`, and then it
 * is not known whether they were stored. `signedForMs`: how long
 * a signature is taken, at most 28 days; a message is known again at least as long.
 *
 * A key spans partitions only if it holds the month, so the month beside is looked at as well, where
 * the message may have come then. Two processes that store the same message on both sides of midnight,
 * at the same instant, would both keep it, which changes nothing: states only advance.
 */
export const storeMessages = async (
  pool: pg.Pool,
  unsorted: readonly InboundMessage[],
  {
    signedForMs = 0,
    limitMs = STORED_WITHIN_MS,
  }: { signedForMs?: number | undefined; limitMs?: number | undefined } = {},
): Promise<StoredCount[]> => {
  const repeatableForMs = Math.max(REPEATED_WITHIN_MS, signedForMs)
  // In one order everywhere: two batches with the same messages would wait for each other's rows.
  const messages = unsorted.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
  const insert: pg.QueryConfig & { query_timeout: number } = {
    name: 'store-messages',
    query_timeout: limitMs,
    text: `WITH durable AS (
             -- Who is told that a message was taken may forget it: its commit waits for the disk,
             -- whatever the session, the role or the server has been told. More is left as it is.
             SELECT set_config('synchronous_commit', 'on', true)
             WHERE current_setting('synchronous_commit') = 'off'
           ), stored AS (
             INSERT INTO events (month, source, store_id, message_id, body, received_at, topic, happened_at)
             SELECT month, source, store_id, message_id, substring($5::bytea FROM body_at FOR body_bytes),
               received_at, topic, happened_at
             FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $6::int[], $7::int[],
               $8::timestamptz[], $9::text[], $10::timestamptz[], $11::date[], $12::date[])
               AS sent (month, source, store_id, message_id, body_at, body_bytes, received_at, topic,
                 happened_at, month_before, month_after)
             -- One look per row by the primary key of one partition, never a scan for a join.
             WHERE (SELECT true FROM events known
                 WHERE known.month = sent.month_before AND known.store_id = sent.store_id
                   AND known.source = sent.source AND known.message_id = sent.message_id) IS NULL
               AND (SELECT true FROM events known
                 WHERE known.month = sent.month_after AND known.store_id = sent.store_id
                   AND known.source = sent.source AND known.message_id = sent.message_id) IS NULL
             ON CONFLICT DO NOTHING RETURNING store_id, source
           ) SELECT store_id AS "storeId", source, count(*)::int AS count
             FROM stored WHERE (SELECT count(*) FROM durable) >= 0
             GROUP BY store_id, source`,
    values: [
      messages.map(({ receivedAt }) => monthOf(receivedAt)),
      messages.map(({ source }) => source),
      messages.map(({ storeId }) => storeId),
      messages.map(({ messageId }) => messageId),
      // One binary value goes over the wire as it is; an array of them is escaped hex of its hex.
      Buffer.concat(messages.map(({ body }) => body)),
      bodyStarts(messages),
      messages.map(({ body }) => body.length),
      messages.map(({ receivedAt }) => receivedAt),
      messages.map(({ topic }) => topic ?? null),
      messages.map(({ happenedAt }) => happenedAt ?? null),
      messages.map(({ receivedAt }) => otherMonth(receivedAt, -repeatableForMs)),
      messages.map(({ receivedAt }) => otherMonth(receivedAt, CLOCK_SKEW_MS)),
    ],
  }
  const { rows } = await pool.query<StoredCount>(insert)
  return rows
}

/** Where each body begins in all of them, counted from one. */
const bodyStarts = (messages: readonly InboundMessage[]): number[] => {
  let next = 1
  return messages.map(({ body }) => {
    const start = next
    next += body.length
    return start
  })
}

/** The gateway waits for fifteen seconds (`gateway-api.md` 6.5) and is told in good time. */
const STORED_WITHIN_MS = 5_000

/** So long the most patient senders repeat what was not answered. */
const REPEATED_WITHIN_MS = 2 * 24 * 60 * 60_000

/** The month that it is `ms` before or after `at`, if that is another one. */
const otherMonth = (at: Date, ms: number): string | null => {
  const other = monthOf(addMs(at, ms))
  return other === monthOf(at) ? null : other
}

const keyOf = ({ storeId, messageId }: InboundMessage): string => `${storeId} ${messageId}`

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Where a stored message is: its partition and its number. Fits in a task's payload. */
export interface MessageAddress {
  month: string
  seq: string
}

/**
 * Takes messages of one source that nobody has handled, for the transaction: of each store those that came
 * first, so that the many of one store do not stand before the few of another. Others who take
 * messages meanwhile get other ones.
 */
export const takeMessages = async (
  trx: DbQuery,
  { source, limit }: { source: MessageSource; limit: number },
): Promise<TakenMessage[]> => {
  const { rows } = await sql<TakenMessage>`
    WITH RECURSIVE waiting AS (
      (SELECT store_id FROM events WHERE state = 'received' AND source = ${source}
        ORDER BY store_id LIMIT 1)
      UNION ALL
      SELECT following.store_id FROM waiting CROSS JOIN LATERAL (
        SELECT store_id FROM events
        WHERE state = 'received' AND source = ${source} AND store_id > waiting.store_id
        ORDER BY store_id LIMIT 1
      ) following
    )
    SELECT month::text, seq::text, source, taken.store_id, message_id, body, received_at
    FROM waiting CROSS JOIN LATERAL (
      SELECT * FROM events
      WHERE state = 'received' AND source = ${source} AND events.store_id = waiting.store_id
      ORDER BY seq LIMIT (SELECT ceil(${limit} / count(*)::numeric) FROM waiting)
      FOR UPDATE SKIP LOCKED
    ) taken
    ORDER BY taken.seq LIMIT ${limit}`.execute(trx)
  return rows
}

export interface TakenMessage extends MessageAddress, MessageKey {
  body: Buffer
  received_at: Date
}

/**
 * Makes one task for each message that has none yet, of the kind that its source wants, in one
 * statement, so that a message is either still `received` or has its task. Returns how many.
 */
export const makeTasksOfMessages = async (
  query: DbQuery,
  { kinds, now, limit }: { kinds: Readonly<Record<string, string>>; now: Date; limit: number },
): Promise<number> => {
  const sources = Object.keys(kinds)
  if (sources.length === 0) return 0
  return makeTasks(query, {
    of: sql`source = ANY (${sources}::text[])`,
    kind: sql`CASE source ${sql.join(
      Object.entries(kinds).map(([source, kind]) => sql`WHEN ${source} THEN ${kind}`),
      sql` `,
    )} END`,
    now,
    limit,
  })
}

/** The same of some messages that could not be handled with others: each is tried by itself. */
export const makeTasksOfTaken = async (
  query: DbQuery,
  { messages, kind, now }: { messages: readonly MessageAddress[]; kind: string; now: Date },
): Promise<void> => {
  await makeTasks(query, {
    of: sql`(month, seq) IN (SELECT * FROM unnest(${messages.map(({ month }) => month)}::date[],
      ${messages.map(({ seq }) => seq)}::bigint[]))`,
    kind: sql`${kind}`,
    now,
    limit: messages.length,
  })
}

const makeTasks = async (
  query: DbQuery,
  {
    of,
    kind,
    now,
    limit,
  }: { of: RawBuilder<unknown>; kind: RawBuilder<unknown>; now: Date; limit: number },
): Promise<number> => {
  const { rows } = await sql`
    WITH fresh AS (
      SELECT month, seq FROM events WHERE state = 'received' AND ${of}
      ORDER BY seq LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), queued AS (
      UPDATE events SET state = 'queued' FROM fresh
      WHERE events.state = 'received' AND events.month = fresh.month AND events.seq = fresh.seq
      RETURNING events.month, events.seq, events.store_id, events.source
    )
    INSERT INTO tasks (kind, store_id, payload, run_at, created_at)
    SELECT ${kind}, store_id,
      jsonb_build_object('month', to_char(month, 'YYYY-MM-DD'), 'seq', seq::text), ${now}, ${now}
    FROM queued ORDER BY seq
    RETURNING id`.execute(query)
  return rows.length
}

/** A message that waits to be handled; `undefined` when it is handled already, or not there. */
export const readQueuedMessage = (query: DbQuery, { month, seq }: MessageAddress) =>
  query
    .selectFrom('events')
    .select(['source', 'store_id', 'message_id', 'topic', 'happened_at', 'body', 'received_at'])
    .where('state', '=', 'queued')
    .where('month', '=', month)
    .where('seq', '=', BigInt(seq))
    .executeTakeFirst()

/** The body of a message of some stores, whatever became of it. */
export const findMessageBody = async (
  query: DbQuery,
  { month, seq, storeIds }: MessageAddress & { storeIds: readonly StoreId[] },
): Promise<Buffer | undefined> => {
  const message = await query
    .selectFrom('events')
    .select('body')
    .where('month', '=', month)
    .where('seq', '=', BigInt(seq))
    .where('store_id', '=', anyOf(storeIds))
    .executeTakeFirst()
  return message?.body
}

/** A message by the key that it was stored under. */
export interface MessageKey {
  month: string
  source: MessageSource
  store_id: StoreId
  message_id: string
}

/** A message, and what became of it in a word. */
export interface HandledMessage extends MessageKey {
  outcome: string
}

/** SQL that marks messages as handled: of $1, a JSON array of them, at $2. */
export const MARK_HANDLED = `
  UPDATE events SET state = 'handled', outcome = handled.outcome, handled_at = $2
  FROM json_to_recordset($1::json)
    AS handled (month date, source text, store_id text, message_id text, outcome text)
  WHERE events.month = handled.month AND events.store_id = handled.store_id
    AND events.source = handled.source AND events.message_id = handled.message_id
    AND events.state <> 'handled'`

/** Records what became of a message. */
export const markHandled = async (
  query: DbQuery,
  { month, source, store_id, message_id }: MessageKey,
  { outcome, now }: { outcome: string; now: Date },
): Promise<void> => {
  const handled = JSON.stringify([{ month, source, store_id, message_id, outcome }])
  await query.executeQuery(CompiledQuery.raw(MARK_HANDLED, [handled, now]))
}

/**
 * Lets a message that could not be read be handled once more, by a version that may read it: seen is
 * not handled. One that had its effect stays as it is.
 */
export const reopenUnreadMessage = async (
  query: DbQuery,
  { month, seq }: MessageAddress,
): Promise<void> => {
  await query
    .updateTable('events')
    .set({ state: 'queued', outcome: null, handled_at: null })
    .where('state', '=', 'handled')
    .where('outcome', '=', 'unreadable')
    .where('month', '=', month)
    .where('seq', '=', BigInt(seq))
    .execute()
}

/** A message of a store by the sender's id, of about this time, and what became of it. */
export const findMessage = (
  query: DbQuery,
  { storeId, messageId, at }: { storeId: StoreId; messageId: string; at: Date },
) =>
  query
    .selectFrom('events')
    .select(['state', 'outcome'])
    .where('month', 'in', [monthOf(at, -1), monthOf(at), monthOf(at, 1)])
    .where('store_id', '=', storeId)
    .where('source', '=', 'gateway')
    .where('message_id', '=', messageId)
    .executeTakeFirst()
