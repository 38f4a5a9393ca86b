import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

type Fields = Readonly<Record<string, string>>

interface KeyOfStore {
  storeId: StoreId
  key: string
}

/** A claimed request; its lease tells it from a later claim of the same key. */
export interface Lease extends KeyOfStore {
  runningUntil: Date
}

export interface KeyedRequest extends Lease {
  /** Id of the order at the store. */
  orderId: string | undefined
  operation: string
  fields: Fields
  now: Date
}

export type KeyClaim =
  /** The caller runs the request, and ends or forgets it. */
  | { outcome: 'claimed' }
  | { outcome: 'kept'; sealedAnswer: string }
  /** The key belongs to a request of another route, or with other `fields`. */
  | { outcome: 'differs'; operation: string; fields: string[] }
  | { outcome: 'running' }

/** A header has no line break, so two stores never share an id. */
export const keyedRequestId = ({ storeId, key }: KeyOfStore): string => `${storeId}\n${key}`

export const sealingContextOfAnswer = (id: string): string => `keyed_requests/${id}`

/**
 * Commits without waiting for the disk: a crash loses a claim or an answer, and then the same request
 * runs again, as without a key.
 */
const UNFLUSHED = sql`(SELECT set_config('synchronous_commit', 'off', true)) AS unflushed`

/** Claims a key for a request; also again while its answer may change and no lease runs. */
export const claimKey = async (query: DbQuery, request: KeyedRequest): Promise<KeyClaim> => {
  const { storeId, orderId = null, operation, fields, now, runningUntil } = request
  const id = keyedRequestId(request)
  const { rows: claimed } = await sql`
    INSERT INTO keyed_requests AS known
      (id, store_id, order_id, operation, fields, begun_at, running_until)
    SELECT ${id}, ${storeId}, ${orderId}, ${operation}, ${JSON.stringify(fields)}::jsonb,
      ${now}::timestamptz, ${runningUntil}::timestamptz
    FROM ${UNFLUSHED}
    ON CONFLICT (id) DO UPDATE SET running_until = excluded.running_until
    WHERE known.sealed_answer IS NULL AND known.operation = excluded.operation
      AND known.fields = excluded.fields
      AND (known.running_until IS NULL OR known.running_until <= excluded.begun_at)
    RETURNING id`.execute(query)
  if (claimed.length > 0) return { outcome: 'claimed' }
  const known = await query
    .selectFrom('keyed_requests')
    .select(['operation', 'fields', 'sealed_answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Its request was refused just now.
  if (!known) return { outcome: 'running' }
  const differing = known.operation === operation ? differingFields(known.fields, fields) : []
  if (known.operation !== operation || differing.length > 0) {
    return { outcome: 'differs', operation: known.operation, fields: differing }
  }
  return known.sealed_answer === null
    ? { outcome: 'running' }
    : { outcome: 'kept', sealedAnswer: known.sealed_answer }
}

/** Claims a key again in place of its kept answer. Returns `false` if another request did. */
export const reclaimKey = async (
  query: DbQuery,
  { sealedAnswer, ...lease }: Lease & { sealedAnswer: string },
): Promise<boolean> => {
  const { rows } = await sql`
    UPDATE keyed_requests
    SET running_until = ${lease.runningUntil}::timestamptz, sealed_answer = NULL
    FROM ${UNFLUSHED}
    WHERE id = ${keyedRequestId(lease)} AND sealed_answer = ${sealedAnswer}
    RETURNING id`.execute(query)
  return rows.length > 0
}

const differingFields = (before: Fields, now: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((path) => before[path] !== now[path])
    .sort()

const isLeased = (lease: Lease): RawBuilder<boolean> =>
  sql`id = ${keyedRequestId(lease)} AND running_until = ${lease.runningUntil}`

/** Ends a claimed request; without an answer, the same request runs again. */
export const endKeyedRequest = async (
  query: DbQuery,
  { sealedAnswer, ...lease }: Lease & { sealedAnswer: string | null },
): Promise<void> => {
  await sql`
    UPDATE keyed_requests SET running_until = NULL, sealed_answer = ${sealedAnswer}
    FROM ${UNFLUSHED} WHERE ${isLeased(lease)}`.execute(query)
}

/** Frees the key of a request that changed nothing. */
export const forgetKeyedRequest = async (query: DbQuery, lease: Lease): Promise<void> => {
  await sql`DELETE FROM keyed_requests USING ${UNFLUSHED} WHERE ${isLeased(lease)}`.execute(query)
}
