import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { AlertRow, DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import type { AlertKind } from '../tables/alerts.ts'

/** At most one alert per key is open. */
export interface AlertKey {
  kind: AlertKind
  storeId: StoreId
  /** Id of an order, refund, task or store. */
  subject: string
}

/** `open`: no-op if open. `refresh`: updates the details if open. `close`: no-op if closed. */
export interface AlertChange extends AlertKey {
  change: 'open' | 'refresh' | 'close'
  orderId?: OrderId | undefined
  details?: object
  now: Date
}

/** Applies changes in order. Returns the changes that opened or closed an alert. */
export const writeAlerts = async (
  query: DbQuery,
  changes: readonly AlertChange[],
): Promise<Set<AlertChange>> => {
  const effective = new Set<AlertChange>()
  for (let left = changes; left.length > 0; ) {
    // Batches the first remaining change per alert.
    const firsts = [...Map.groupBy(left, keyOf).values()].flatMap(([first]) => first ?? [])
    left = left.filter((change) => !firsts.includes(change))
    const written = (await writeAtOnce(query, firsts)).map(keyOf)
    for (const change of firsts) if (written.includes(keyOf(change))) effective.add(change)
  }
  return effective
}

const keyOf = ({ storeId, kind, subject }: AlertKey): string => `${storeId} ${kind} ${subject}`

const KEY = sql.raw('alerts.store_id AS "storeId", alerts.kind, alerts.subject')
const IS_SAME = sql.raw(`alerts.store_id = changed.store_id AND alerts.kind = changed.kind
  AND alerts.subject = changed.subject AND alerts.closed_at IS NULL`)

const writeAtOnce = async (
  query: DbQuery,
  changes: readonly AlertChange[],
): Promise<AlertKey[]> => {
  const rows = changes.map(({ storeId, orderId, now, ...change }) => ({
    ...{ ...change, store_id: storeId, order_id: orderId, at: now },
  }))
  const { rows: written } = await sql<AlertKey>`
    WITH changed AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS changed (change text,
        store_id text, order_id text, kind text, subject text, details jsonb, at timestamptz)
    ), opened AS (
      INSERT INTO alerts (store_id, order_id, kind, subject, details, opened_at)
      SELECT store_id, order_id, kind, subject, details, at FROM changed WHERE change = 'open'
      ON CONFLICT (store_id, kind, subject) WHERE closed_at IS NULL DO NOTHING
      RETURNING ${KEY}
    ), refreshed AS (
      UPDATE alerts SET details = changed.details FROM changed
      WHERE change = 'refresh' AND ${IS_SAME} AND alerts.details IS DISTINCT FROM changed.details
    ), closed AS (
      UPDATE alerts SET closed_at = changed.at FROM changed WHERE change = 'close' AND ${IS_SAME}
      RETURNING ${KEY}
    )
    SELECT * FROM opened UNION ALL SELECT * FROM closed`.execute(query)
  return written
}

export const hasHadAlert = async (
  query: DbQuery,
  { storeId, kind, subject }: { storeId: StoreId; kind: AlertKind; subject: string },
): Promise<boolean> => {
  const problem = await query
    .selectFrom('alerts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .limit(1)
    .executeTakeFirst()
  return problem !== undefined
}

export const listOpenAlerts = (
  query: DbQuery,
  { kinds, storeIds }: { kinds: readonly AlertKind[]; storeIds?: readonly StoreId[] },
): Promise<AlertRow[]> => {
  const open = query
    .selectFrom('alerts')
    .selectAll()
    .where('kind', '=', anyOf(kinds))
    .where('closed_at', 'is', null)
    .orderBy('id')
  return (storeIds ? open.where(isOfStores(storeIds)) : open).execute()
}

/** Closes alerts of some subjects, or of all. Returns their number. */
export const closeOpenAlerts = async (
  query: DbQuery,
  {
    storeId,
    kind,
    subjects,
    now,
  }: {
    storeId: StoreId
    kind: AlertKind
    subjects?: readonly string[] | undefined
    now: Date
  },
): Promise<number> => {
  const ofStore = query
    .updateTable('alerts')
    .set({ closed_at: now })
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
  const open = subjects ? ofStore.where('subject', 'in', subjects) : ofStore
  const { numUpdatedRows } = await open.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists open alerts of these days that the run did not find. */
export const alertsNotFoundAgain = async (
  query: DbQuery,
  {
    storeId,
    kinds,
    runId,
    from,
    to,
  }: { storeId: StoreId; kinds: readonly AlertKind[]; runId: string; from: string; to: string },
): Promise<AlertRow[]> => {
  if (kinds.length === 0) return []
  return query
    .selectFrom('alerts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .where(sql<string>`details->>'day'`, '>=', from)
    .where(sql<string>`details->>'day'`, '<=', to)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('discrepancies')
            .select('id')
            .where('run_id', '=', runId)
            .where('action', '=', 'for_a_person')
            .whereRef('discrepancies.subject', '=', 'alerts.subject'),
        ),
      ),
    )
    .execute()
}

export const closeAlertById = (
  query: DbQuery,
  { storeId, id, now }: { storeId: StoreId; id: bigint; now: Date },
): Promise<AlertRow | undefined> =>
  query
    .updateTable('alerts')
    .set({ closed_at: now })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
