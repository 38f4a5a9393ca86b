import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { monthOf } from '../privacy/partitions.ts'
import type { MessageSource } from '../tables/events.ts'
import type { DbTables } from '../tables.ts'

/** Partition and sequence number; fits in a task's payload. */
export interface MessageAddress {
  month: string
  seq: string
}

type InboxRow = Selectable<DbTables['inbox']>

/** `row_address`: ctid in `inbox_waiting`, for a fast delete. */
export type InboxEvent = MessageAddress & { row_address: string } & Pick<
    InboxRow,
    'source' | 'store_id' | 'message_id' | 'body' | 'received_at'
  >

export interface ClaimedMessages {
  messages: InboxEvent[]
  /** Whether more may wait: the batch is full, or the share of a store. */
  isAnyLeft: boolean
}

/**
 * Locks unhandled messages for the transaction, fair over stores. Concurrent callers get disjoint
 * batches. `inTurn`: returns `undefined` while another process has a batch, unless more messages
 * wait than fit in one, because two processes that share few messages do twice the work of one.
 */
export const claimMessages = async (
  trx: DbQuery,
  { source, limit, inTurn = false }: { source: MessageSource; limit: number; inTurn?: boolean },
): Promise<ClaimedMessages | undefined> => {
  const { rows } = await sql<InboxEvent & { is_ours: boolean; share: number }>`
    WITH RECURSIVE turn AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtext('messages'), hashtext(${source})) OR NOT ${inTurn}
        OR (SELECT count(*) > ${limit} FROM (
          SELECT FROM inbox_waiting WHERE state = 'received' AND source = ${source}
          LIMIT ${limit + 1}) waiting) AS is_ours
    ), stores AS (
      (SELECT store_id FROM inbox_waiting
        WHERE state = 'received' AND source = ${source} AND (SELECT is_ours FROM turn)
        ORDER BY store_id LIMIT 1)
      UNION ALL
      SELECT following.store_id FROM stores CROSS JOIN LATERAL (
        SELECT store_id FROM inbox_waiting
        WHERE state = 'received' AND source = ${source} AND store_id > stores.store_id
        ORDER BY store_id LIMIT 1
      ) following
    ), shares AS (
      SELECT ceil(${limit} / count(*)::numeric)::int AS share FROM stores HAVING count(*) > 0
    ), claimed AS (
      SELECT taken.month::text, taken.seq, row_address::text, source, taken.store_id, message_id,
        body, received_at
      FROM stores CROSS JOIN LATERAL (
        SELECT ctid AS row_address, month, seq, source, store_id FROM inbox_waiting
        WHERE state = 'received' AND source = ${source} AND inbox_waiting.store_id = stores.store_id
        ORDER BY seq LIMIT (SELECT share FROM shares)
        FOR UPDATE SKIP LOCKED
      ) taken CROSS JOIN LATERAL (
        -- LATERAL with LIMIT: one index lookup per row in one partition, where a join might scan.
        SELECT message_id, body, received_at FROM inbox
        WHERE inbox.month = taken.month AND inbox.seq = taken.seq LIMIT 1
      ) message
      ORDER BY taken.seq LIMIT ${limit}
    )
    SELECT is_ours, (SELECT share FROM shares) AS share, claimed.month, claimed.seq::text, row_address,
      source, store_id, message_id, body, received_at
    FROM turn LEFT JOIN claimed ON true ORDER BY claimed.seq`.execute(trx)
  const [first] = rows
  if (!first?.is_ours) return undefined
  const messages = rows.flatMap(({ is_ours, share, ...each }) => (each.seq === null ? [] : each))
  const ofStores = Map.groupBy(messages, ({ store_id }) => store_id).values()
  const isShareFull = ofStores.some(({ length }) => length >= first.share)
  return { messages, isAnyLeft: messages.length === limit || isShareFull }
}

/**
 * Creates a task per message without one, in one statement. `among`: only messages that failed in a
 * batch. Returns their number.
 */
export const createTasksOfMessages = async (
  query: DbQuery,
  {
    kinds,
    now,
    limit,
    among,
  }: {
    kinds: Readonly<Record<string, string>>
    now: Date
    limit: number
    among?: readonly WaitingPlace[]
  },
): Promise<number> => {
  // Selects by row address, without an index; `seq` guards against reuse.
  const which = among
    ? sql`ctid = ANY (${among.map(({ row_address }) => row_address)}::tid[])
        AND seq = ANY (${among.map(({ seq }) => seq)}::bigint[])`
    : sql`source = ANY (${Object.keys(kinds)}::text[])`
  const { numAffectedRows } = await sql`
    WITH fresh AS (
      SELECT ctid FROM inbox_waiting WHERE state = 'received' AND ${which}
      ORDER BY seq LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), queued AS (
      UPDATE inbox_waiting SET state = 'queued' WHERE ctid = ANY (ARRAY (SELECT ctid FROM fresh))
      RETURNING month, seq, store_id, source
    )
    INSERT INTO tasks (kind, store_id, payload, run_at, created_at)
    SELECT ${JSON.stringify(kinds)}::json ->> source, store_id,
      jsonb_build_object('month', to_char(month, 'YYYY-MM-DD'), 'seq', seq::text), ${now}, ${now}
    FROM queued ORDER BY seq`.execute(query)
  return Number(numAffectedRows)
}

export const readQueuedMessage = async (query: DbQuery, { month, seq }: MessageAddress) => {
  const { rows } = await sql<InboxEvent & Pick<InboxRow, 'topic' | 'happened_at'>>`
    SELECT inbox.month::text, seq::text, waiting.ctid::text AS row_address, source, store_id, message_id, topic,
      happened_at, body, received_at
    FROM inbox JOIN inbox_waiting waiting USING (source, store_id, seq)
    WHERE inbox.month = ${month} AND seq = ${seq} AND state = 'queued'`.execute(query)
  return rows[0]
}

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

/** Includes `seq`, because PostgreSQL reuses addresses. */
type WaitingPlace = Pick<InboxEvent, 'row_address' | 'seq'>

/** `outcome` is one word. */
export interface HandledMessage extends WaitingPlace {
  outcome: string
}

/** Reopens an unreadable message. No-op if it had an effect; `false` after a lost race. */
export const reopenUnreadMessage = async (
  query: DbQuery,
  { month, seq }: MessageAddress,
  state: 'received' | 'queued',
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    WITH unread AS (
      DELETE FROM inbox_outcomes WHERE outcome = 'unreadable' AND month = ${month} AND seq = ${seq}
      RETURNING month, seq
    )
    INSERT INTO inbox_waiting (seq, month, source, store_id, state)
    SELECT seq, month, source, store_id, ${state} FROM inbox JOIN unread USING (month, seq)`.execute(
    query,
  )
  return numAffectedRows === 1n
}

/** Finds a gateway message in the months around `at`. */
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
