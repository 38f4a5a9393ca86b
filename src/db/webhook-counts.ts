import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import type { StoreId } from '../domain/ids.ts'
import { addMs } from '../runtime/clock.ts'
import type { DbQuery } from './db.ts'
import type { CountedWebhookResult } from './tables/events.ts'
import type { DbTables } from './tables.ts'

const HOUR_MS = 60 * 60_000

/** The hour that an instant is in. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

export type WebhookLatestRow = Selectable<DbTables['webhook_latest']>

export type WebhookRefusalRow = Selectable<DbTables['webhook_refusals']>

/** Deliveries of one store that were dealt with alike within an hour. */
export interface DeliveryCount {
  storeId: StoreId
  hour: Date
  result: CountedWebhookResult
  detail: string
  count: number
}

/** Adds deliveries that were counted elsewhere, and notes the last ones, in one statement. */
export const addDeliveries = async (
  pool: pg.Pool,
  {
    counts,
    latest,
    refusals,
  }: {
    counts: readonly DeliveryCount[]
    latest: readonly WebhookLatestRow[]
    refusals: readonly WebhookRefusalRow[]
  },
): Promise<void> => {
  await pool.query(
    `WITH counted AS (
       INSERT INTO webhook_counts (store_id, hour, result, detail, count)
       SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[])
       ON CONFLICT (store_id, hour, result, detail)
         DO UPDATE SET count = webhook_counts.count + excluded.count
     ), refused AS (
       INSERT INTO webhook_refusals AS known (store_id, reason, at, age_seconds)
       SELECT * FROM unnest($11::text[], $12::text[], $13::timestamptz[], $14::bigint[])
       ON CONFLICT (store_id, reason)
         DO UPDATE SET at = excluded.at, age_seconds = excluded.age_seconds
         WHERE excluded.at >= known.at
     )
     INSERT INTO webhook_latest AS known
       (store_id, at, type, by_current_secret_at, by_previous_secret_at)
     SELECT * FROM unnest($6::text[], $7::timestamptz[], $8::text[], $9::timestamptz[], $10::timestamptz[])
     ON CONFLICT (store_id) DO UPDATE SET
       type = CASE WHEN excluded.at >= known.at THEN excluded.type ELSE known.type END,
       at = GREATEST(excluded.at, known.at),
       by_current_secret_at = GREATEST(excluded.by_current_secret_at, known.by_current_secret_at),
       by_previous_secret_at = GREATEST(excluded.by_previous_secret_at, known.by_previous_secret_at)`,
    [
      counts.map(({ storeId }) => storeId),
      counts.map(({ hour }) => hour),
      counts.map(({ result }) => result),
      counts.map(({ detail }) => detail),
      counts.map(({ count }) => count),
      latest.map(({ store_id }) => store_id),
      latest.map(({ at }) => at),
      latest.map(({ type }) => type),
      latest.map(({ by_current_secret_at }) => by_current_secret_at),
      latest.map(({ by_previous_secret_at }) => by_previous_secret_at),
      refusals.map(({ store_id }) => store_id),
      refusals.map(({ reason }) => reason),
      refusals.map(({ at }) => at),
      refusals.map(({ age_seconds }) => age_seconds),
    ],
  )
}

/** The last accepted delivery of each store, or of one. */
export const latestDeliveries = async (
  query: DbQuery,
  storeId?: StoreId,
): Promise<Map<string, WebhookLatestRow>> => {
  let latest = query.selectFrom('webhook_latest').selectAll()
  if (storeId !== undefined) latest = latest.where('store_id', '=', storeId)
  return new Map((await latest.execute()).map((row) => [row.store_id, row]))
}

/** The last refused deliveries of each store, or of one, the latest first. */
export const latestRefusals = async (
  query: DbQuery,
  storeId?: StoreId,
): Promise<Map<string, WebhookRefusalRow[]>> => {
  let refusals = query.selectFrom('webhook_refusals').selectAll()
  if (storeId !== undefined) refusals = refusals.where('store_id', '=', storeId)
  const rows = await refusals.orderBy('at', 'desc').execute()
  return Map.groupBy(rows, ({ store_id }) => store_id)
}

/** Deliveries since the hour of `since`, summed by store, result and detail. */
export const deliveriesSince = async (
  query: DbQuery,
  { since, storeId }: { since: Date; storeId?: StoreId },
): Promise<Omit<DeliveryCount, 'hour'>[]> => {
  let counts = query
    .selectFrom('webhook_counts')
    .select(['store_id as storeId', 'result', 'detail'])
    .select(({ fn }) => fn.sum<string>('count').as('count'))
    .where('hour', '>=', hourOf(since))
  if (storeId !== undefined) counts = counts.where('store_id', '=', storeId)
  const rows = await counts.groupBy(['store_id', 'result', 'detail']).execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

const COUNTS_KEPT_MS = 30 * 24 * HOUR_MS

export const trimWebhookCounts = async (query: DbQuery, now: Date): Promise<void> => {
  await sql`DELETE FROM webhook_counts WHERE hour < ${addMs(now, -COUNTS_KEPT_MS)}`.execute(query)
}
