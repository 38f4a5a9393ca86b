import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

type Fields = Readonly<Record<string, string>>

interface KeyOfStore {
  storeId: StoreId
  key: string
}

export interface KeyedRequest extends KeyOfStore {
  operation: string
  fields: Fields
  now: Date
  /** End of the claim if the process ends before the request does. */
  runningUntil: Date
}

export type KeyClaim =
  /** The caller runs the request, and ends or forgets it. */
  | { outcome: 'claimed' }
  | { outcome: 'kept'; sealedAnswer: string }
  /** The key belongs to a request of another route, or with other `fields`. */
  | { outcome: 'differs'; operation: string; fields: string[] }
  | { outcome: 'running' }

/** Claims a key for a request. The same request claims it again while its answer may change. */
export const claimKey = async (query: DbQuery, request: KeyedRequest): Promise<KeyClaim> => {
  const { storeId, key, operation, fields, now, runningUntil } = request
  const inserted = await query
    .insertInto('keyed_requests')
    .values({
      store_id: storeId,
      key,
      operation,
      fields: JSON.stringify(fields),
      begun_at: now,
      running_until: runningUntil,
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return { outcome: 'claimed' }
  const known = await query
    .selectFrom('keyed_requests')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('key', '=', key)
    .executeTakeFirst()
  // The request of another process failed just now.
  if (!known) return { outcome: 'running' }
  const differing = known.operation === operation ? differingFields(known.fields, fields) : []
  if (known.operation !== operation || differing.length > 0) {
    return { outcome: 'differs', operation: known.operation, fields: differing }
  }
  if (known.sealed_answer !== null) return { outcome: 'kept', sealedAnswer: known.sealed_answer }
  const claimed = await query
    .updateTable('keyed_requests')
    .set({ running_until: runningUntil })
    .where('store_id', '=', storeId)
    .where('key', '=', key)
    .where('sealed_answer', 'is', null)
    .where((is) => is.or([is('running_until', 'is', null), is('running_until', '<=', now)]))
    .returning('key')
    .executeTakeFirst()
  return { outcome: claimed ? 'claimed' : 'running' }
}

const differingFields = (before: Fields, now: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((path) => before[path] !== now[path])
    .sort()

/** Ends a claimed request; without an answer, the same request runs again. */
export const endKeyedRequest = async (
  query: DbQuery,
  { storeId, key, sealedAnswer }: KeyOfStore & { sealedAnswer: string | null },
): Promise<void> => {
  await query
    .updateTable('keyed_requests')
    .set({ running_until: null, sealed_answer: sealedAnswer })
    .where('store_id', '=', storeId)
    .where('key', '=', key)
    .execute()
}

/** Frees the key of a request that changed nothing. */
export const forgetKeyedRequest = async (
  query: DbQuery,
  { storeId, key }: KeyOfStore,
): Promise<void> => {
  await query
    .deleteFrom('keyed_requests')
    .where('store_id', '=', storeId)
    .where('key', '=', key)
    .where('sealed_answer', 'is', null)
    .execute()
}

export const deleteOldKeyedRequests = async (query: DbQuery, before: Date): Promise<void> => {
  await sql`DELETE FROM keyed_requests WHERE begun_at < ${before}`.execute(query)
}
