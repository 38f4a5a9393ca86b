import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import type { StoreId } from '../../domain/ids.ts'
import { addMs, HOUR } from '../../runtime/clock.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import { arraysOf, givenRows } from '../rows.ts'
import { RECOGNISED_REFUSALS } from '../tables/events.ts'
import type { DbTables } from '../tables.ts'

export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR) * HOUR)

export type WebhookLatestRow = Selectable<DbTables['webhook_latest']>

export interface DeliveryCount
  extends Omit<Selectable<DbTables['webhook_counts']>, 'count' | 'hour'> {
  count: number
}

export interface CountedDeliveries extends DeliveryCount {
  hour: Date
  at: Date
  type: string | null
  age_seconds: number | null
}

const COUNTED = [
  ...(['store_id', 'hour', 'result', 'detail', 'count', 'at', 'type', 'age_seconds'] as const),
]

// Sorted, or processes that write the same rows would deadlock.
const ADD = `
  WITH given AS (SELECT * FROM ${givenRows(COUNTED)}), counted AS (
    INSERT INTO webhook_counts (store_id, hour, result, detail, count)
    SELECT store_id, hour, result, detail, count FROM given ORDER BY 1, 2, 3, 4
    ON CONFLICT (store_id, hour, result, detail)
      DO UPDATE SET count = webhook_counts.count + excluded.count
  ), refused AS (
    INSERT INTO webhook_refusals AS known (store_id, reason, at, age_seconds)
    SELECT DISTINCT ON (1, 2) store_id, detail, at, age_seconds FROM given
    WHERE result IN ('bad-signature', 'recognised') ORDER BY 1, 2, 3 DESC
    ON CONFLICT (store_id, reason) DO UPDATE SET at = excluded.at, age_seconds = excluded.age_seconds
      WHERE excluded.at >= known.at
  )
  INSERT INTO webhook_latest AS known
    (store_id, at, type, by_current_secret_at, by_previous_secret_at)
  SELECT store_id, max(at), (array_agg(type ORDER BY at DESC))[1],
    max(at) FILTER (WHERE detail = 'current'), max(at) FILTER (WHERE detail = 'previous')
  FROM given WHERE result = 'accepted' GROUP BY 1 ORDER BY 1
  ON CONFLICT (store_id) DO UPDATE SET
    type = CASE WHEN excluded.at >= known.at THEN excluded.type ELSE known.type END,
    at = GREATEST(excluded.at, known.at),
    by_current_secret_at = GREATEST(excluded.by_current_secret_at, known.by_current_secret_at),
    by_previous_secret_at = GREATEST(excluded.by_previous_secret_at, known.by_previous_secret_at)`

/** Adds counts and last deliveries in one statement. */
export const addDeliveries = async (
  pool: pg.Pool,
  counted: readonly CountedDeliveries[],
): Promise<void> => {
  await pool.query(ADD, arraysOf(counted, COUNTED))
}

export const latestDeliveries = async (
  query: DbQuery,
  storeIds?: readonly StoreId[],
): Promise<Map<string, WebhookLatestRow>> => {
  let latest = query.selectFrom('webhook_latest').selectAll()
  if (storeIds !== undefined) latest = latest.where(isOfStores(storeIds))
  return new Map((await latest.execute()).map((row) => [row.store_id, row]))
}

export const latestRefusals = async (
  query: DbQuery,
  storeIds?: readonly StoreId[],
): Promise<Map<string, Selectable<DbTables['webhook_refusals']>[]>> => {
  let refusals = query.selectFrom('webhook_refusals').selectAll()
  if (storeIds !== undefined) refusals = refusals.where(isOfStores(storeIds))
  const rows = await refusals.orderBy('at', 'desc').execute()
  return Map.groupBy(rows, ({ store_id }) => store_id)
}

/** Runs when the store gets a new secret. */
export const deleteRecognisedRefusals = async (query: DbQuery, storeId: StoreId): Promise<void> => {
  await query
    .deleteFrom('webhook_refusals')
    .where('store_id', '=', storeId)
    .where('reason', '=', anyOf<string>(RECOGNISED_REFUSALS))
    .execute()
}

export const deliveriesSince = async (
  query: DbQuery,
  { since, storeId }: { since: Date; storeId?: StoreId },
): Promise<DeliveryCount[]> => {
  let counts = query
    .selectFrom('webhook_counts')
    .select(['store_id', 'result', 'detail'])
    .select(sql<number>`sum(count)::int`.as('count'))
    .where('hour', '>=', hourOf(since))
  if (storeId !== undefined) counts = counts.where('store_id', '=', storeId)
  return counts.groupBy(['store_id', 'result', 'detail']).execute()
}

const COUNTS_KEPT_MS = 30 * 24 * HOUR

export const deleteOldWebhookCounts = async (query: DbQuery, now: Date): Promise<void> => {
  await sql`DELETE FROM webhook_counts WHERE hour < ${addMs(now, -COUNTS_KEPT_MS)}`.execute(query)
}
