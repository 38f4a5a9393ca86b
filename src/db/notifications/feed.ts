import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { TaskRow } from '../tasks/outbox.ts'

/** Cursor over two append-only lists: notifications by task id, events by inbox sequence. */
export interface FeedPosition {
  task: bigint
  event: bigint
}

/** Returns the last sequence values assigned, even uncommitted. */
export const lastDrawn = async (query: DbQuery): Promise<FeedPosition> => {
  const { rows } = await sql<{ task: string; event: string }>`
    SELECT
      COALESCE(pg_sequence_last_value(pg_get_serial_sequence('tasks', 'id')::regclass), 0)::text
        AS task,
      COALESCE(pg_sequence_last_value(pg_get_serial_sequence('inbox', 'seq')::regclass), 0)::text
        AS event`.execute(query)
  const { task = '0', event = '0' } = rows[0] ?? {}
  return { task: BigInt(task), event: BigInt(event) }
}

/** Returns a lower bound for the next writing transaction's id. */
export const nextTransaction = async (query: DbQuery): Promise<string> => {
  const { rows } = await sql<{ xmax: string }>`
    SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xmax`.execute(query)
  return rows[0]?.xmax ?? '0'
}

/** Returns `true` once all transactions with lower ids have ended. */
export const haveAllEnded = async (query: DbQuery, below: string): Promise<boolean> => {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${below}::text::xid8 AS ended`.execute(query)
  return rows[0]?.ended === true
}

interface SequenceRange {
  storeId: StoreId
  after: bigint
  upTo: bigint
  limit: number
}

export const tasksBetween = (
  query: DbQuery,
  { storeId, after, upTo, limit, kinds }: SequenceRange & { kinds: readonly string[] },
): Promise<TaskRow[]> =>
  query
    .selectFrom('tasks')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('kind', '=', anyOf(kinds))
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute()

export interface FeedEvent {
  seq: bigint
  message_id: string
  body: Buffer
  received_at: Date
}

export const gatewayEventsBetween = (
  query: DbQuery,
  { storeId, after, upTo, limit }: SequenceRange,
): Promise<FeedEvent[]> =>
  query
    .selectFrom('inbox')
    .select(['seq', 'message_id', 'body', 'received_at'])
    .where('source', '=', 'gateway')
    .where('store_id', '=', storeId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
