import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery } from './db.ts'
import { monthOf } from './partitions.ts'
import { arraysOf, givenRows } from './rows.ts'
import type { MessageSource } from './tables/events.ts'

/** Where a stored message is: its partition and its number. Fits in a task's payload. */
export interface MessageAddress {
  month: string
  seq: string
}

/** A message that waits to be handled. */
export interface WaitingMessage extends MessageAddress {
  /** Where it waits: what is marked as handled is found there at once. */
  place: string
  source: MessageSource
  store_id: StoreId
  message_id: string
  body: Buffer
  received_at: Date
}

/**
 * Takes messages of one source that nobody has handled, for the transaction: of each store those that came
 * first, so that the many of one store do not stand before the few of another. Others who take
 * messages meanwhile get other ones.
 */
export const takeMessages = async (
  trx: DbQuery,
  { source, limit }: { source: MessageSource; limit: number },
): Promise<WaitingMessage[]> => {
  const { rows } = await sql<WaitingMessage>`
    WITH RECURSIVE stores AS (
      (SELECT store_id FROM inbox_waiting WHERE state = 'received' AND source = ${source}
        ORDER BY store_id LIMIT 1)
      UNION ALL
      SELECT following.store_id FROM stores CROSS JOIN LATERAL (
        SELECT store_id FROM inbox_waiting
        WHERE state = 'received' AND source = ${source} AND store_id > stores.store_id
        ORDER BY store_id LIMIT 1
      ) following
    )
    SELECT taken.month::text, taken.seq::text, place::text, source, taken.store_id, message_id, body,
      received_at
    FROM stores CROSS JOIN LATERAL (
      SELECT ctid AS place, month, seq, source, store_id FROM inbox_waiting
      WHERE state = 'received' AND source = ${source} AND inbox_waiting.store_id = stores.store_id
      ORDER BY seq LIMIT (SELECT ceil(${limit} / count(*)::numeric) FROM stores)
      FOR UPDATE SKIP LOCKED
    ) taken CROSS JOIN LATERAL (
      -- One look per row by the index of one partition, never a scan for a join.
      SELECT message_id, body, received_at FROM inbox
      WHERE inbox.month = taken.month AND inbox.seq = taken.seq LIMIT 1
    ) message
    ORDER BY taken.seq LIMIT ${limit}`.execute(trx)
  return rows
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
  { messages, kind, now }: { messages: readonly WaitingPlace[]; kind: string; now: Date },
): Promise<void> => {
  await makeTasks(query, {
    of: isOneOf(messages),
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
      SELECT ctid FROM inbox_waiting WHERE state = 'received' AND ${of}
      ORDER BY seq LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), queued AS (
      UPDATE inbox_waiting SET state = 'queued' WHERE ctid = ANY (ARRAY (SELECT ctid FROM fresh))
      RETURNING month, seq, store_id, source
    )
    INSERT INTO tasks (kind, store_id, payload, run_at, created_at)
    SELECT ${kind}, store_id,
      jsonb_build_object('month', to_char(month, 'YYYY-MM-DD'), 'seq', seq::text), ${now}, ${now}
    FROM queued ORDER BY seq
    RETURNING id`.execute(query)
  return rows.length
}

/** A message that waits as a task; `undefined` when it is handled already, or not there. */
export const readQueuedMessage = (query: DbQuery, { month, seq }: MessageAddress) =>
  query
    .selectFrom('inbox')
    .innerJoin('inbox_waiting as waiting', (join) =>
      join
        .on('waiting.state', '=', 'queued')
        .onRef('waiting.source', '=', 'inbox.source')
        .onRef('waiting.store_id', '=', 'inbox.store_id')
        .onRef('waiting.seq', '=', 'inbox.seq'),
    )
    .select([
      'inbox.source',
      'inbox.store_id',
      'message_id',
      'topic',
      'happened_at',
      'body',
      'received_at',
      sql<string>`waiting.ctid::text`.as('place'),
    ])
    .where('inbox.month', '=', month)
    .where('inbox.seq', '=', BigInt(seq))
    .executeTakeFirst()

/** The body of a message of some stores, whatever became of it. */
export const findMessageBody = async (
  query: DbQuery,
  { month, seq, storeIds }: MessageAddress & { storeIds: readonly StoreId[] },
): Promise<Buffer | undefined> => {
  const message = await query
    .selectFrom('inbox')
    .select('body')
    .where('month', '=', month)
    .where('seq', '=', BigInt(seq))
    .where('store_id', '=', anyOf(storeIds))
    .executeTakeFirst()
  return message?.body
}

/** Where a message waits: its row there, which is another one's as soon as the message was handled. */
type WaitingPlace = Pick<WaitingMessage, 'place' | 'seq'>

/** By their rows, without an index; the number tells whether a row is still theirs. */
const isOneOf = (messages: readonly WaitingPlace[]) =>
  sql<boolean>`(ctid = ANY (${messages.map(({ place }) => place)}::tid[])
    AND seq = ANY (${messages.map(({ seq }) => seq)}::bigint[]))`

/** A message that waits, and what became of it in a word. */
export interface HandledMessage extends WaitingPlace {
  outcome: string
}

export const HANDLED_MESSAGE = ['place', 'seq', 'outcome'] as const

/**
 * SQL, as expressions of a WITH, that records what became of messages, which it is given from parameter
 * `first` on.
 */
export const markingHandled = ({ now, first }: { now: string; first: number }): string => `
  no_longer_waiting AS (
    DELETE FROM inbox_waiting USING ${givenRows(HANDLED_MESSAGE, first)}
    WHERE inbox_waiting.ctid = place AND inbox_waiting.seq = given.seq
    RETURNING month, inbox_waiting.seq, outcome
  ), handled AS (
    INSERT INTO inbox_outcomes (month, seq, outcome, handled_at)
    SELECT month, seq, outcome, ${now}::timestamptz FROM no_longer_waiting
  )`

const MARK_HANDLED = `WITH ${markingHandled({ now: '$1', first: 2 })} SELECT`

/** Records what became of a message that was taken, or waited as a task. */
export const markHandled = async (
  query: DbQuery,
  { place, seq }: WaitingPlace,
  { outcome, now }: { outcome: string; now: Date },
): Promise<void> => {
  const handled = arraysOf([{ place, seq, outcome }], HANDLED_MESSAGE)
  await query.executeQuery(CompiledQuery.raw(MARK_HANDLED, [now, ...handled]))
}

/**
 * Lets a message that could not be read be handled once more, by a version that may read it: seen is
 * not handled. One that had its effect stays as it is.
 */
export const reopenUnreadMessage = async (
  query: DbQuery,
  { month, seq }: MessageAddress,
): Promise<void> => {
  await sql`
    WITH unread AS (
      DELETE FROM inbox_outcomes WHERE outcome = 'unreadable' AND month = ${month} AND seq = ${seq}
      RETURNING month, seq
    )
    INSERT INTO inbox_waiting (seq, month, source, store_id, state)
    SELECT seq, month, source, store_id, 'queued' FROM inbox JOIN unread USING (month, seq)`.execute(
    query,
  )
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
