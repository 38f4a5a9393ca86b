import { sql } from 'kysely'
import type { OrderId, StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import type { AlertRow, DbQuery } from './db.ts'
import type { AlertKind } from './tables/alerts.ts'

/** The thing that an alert is about: one of a kind is open about it at a time. */
export interface AlertKey {
  kind: AlertKind
  storeId: StoreId
  /** An order, a refund, a task, the store itself. */
  subject: string
}

/** `open`: unless it is open. `refresh`: what an open one tells. `close`: if it is open. */
export type AlertChange = AlertKey & { now: Date } & (
    | { change: 'open'; orderId: OrderId | undefined; details: object }
    | { change: 'refresh'; details: object }
    | { change: 'close' }
  )

/** Makes changes of alerts in their order. Returns those of them that opened or closed one. */
export const writeAlerts = async (
  query: DbQuery,
  changes: readonly AlertChange[],
): Promise<Set<AlertChange>> => {
  const effective = new Set<AlertChange>()
  for (let left = changes; left.length > 0; ) {
    // Of each alert the first of its changes that are left; all of these at once.
    const firsts = [...Map.groupBy(left, keyOf).values()].flatMap(([first]) => first ?? [])
    left = left.filter((change) => !firsts.includes(change))
    const by = (kind: AlertChange['change']) => firsts.filter(({ change }) => change === kind)
    const written = [
      ...(await insertAlerts(query, by('open'))),
      ...(await closeAlerts(query, by('close'))),
    ].map(keyOf)
    await refreshAlerts(query, by('refresh'))
    for (const change of firsts) if (written.includes(keyOf(change))) effective.add(change)
  }
  return effective
}

const keyOf = ({ storeId, kind, subject }: AlertKey): string => `${storeId} ${kind} ${subject}`

/** SQL of changes as a relation `changed`. */
const relationOf = (changes: readonly AlertChange[]) => {
  const rows = changes.map(({ storeId, kind, subject, now, ...more }) => ({
    ...{ store_id: storeId, kind, subject, at: now },
    ...('details' in more ? { details: more.details } : {}),
    ...('orderId' in more ? { order_id: more.orderId } : {}),
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) AS changed
    (store_id text, order_id text, kind text, subject text, details jsonb, at timestamptz)`
}

const KEY = sql.raw('alerts.store_id AS "storeId", alerts.kind, alerts.subject')
const IS_SAME = sql.raw(`alerts.store_id = changed.store_id AND alerts.kind = changed.kind
  AND alerts.subject = changed.subject AND alerts.closed_at IS NULL`)

const insertAlerts = async (
  query: DbQuery,
  changes: readonly AlertChange[],
): Promise<AlertKey[]> => {
  if (changes.length === 0) return []
  const { rows } = await sql<AlertKey>`
    INSERT INTO alerts (store_id, order_id, kind, subject, details, opened_at)
    SELECT store_id, order_id, kind, subject, details, at FROM ${relationOf(changes)}
    ON CONFLICT (store_id, kind, subject) WHERE closed_at IS NULL DO NOTHING
    RETURNING ${KEY}`.execute(query)
  return rows
}

const closeAlerts = async (
  query: DbQuery,
  changes: readonly AlertChange[],
): Promise<AlertKey[]> => {
  if (changes.length === 0) return []
  const { rows } = await sql<AlertKey>`
    UPDATE alerts SET closed_at = changed.at FROM ${relationOf(changes)} WHERE ${IS_SAME}
    RETURNING ${KEY}`.execute(query)
  return rows
}

const refreshAlerts = async (query: DbQuery, changes: readonly AlertChange[]): Promise<void> => {
  if (changes.length === 0) return
  await sql`
    UPDATE alerts SET details = changed.details FROM ${relationOf(changes)}
    WHERE ${IS_SAME} AND alerts.details IS DISTINCT FROM changed.details`.execute(query)
}

/** Whether there was ever such a problem, open or closed. */
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

/** What is open of a kind in some stores, the oldest first. */
export const alertsOfKind = (
  query: DbQuery,
  { storeIds, kind }: { storeIds: readonly StoreId[]; kind: AlertKind },
): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('store_id', '=', anyOf(storeIds))
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()

/** Closes what is open about any of some things, or about any. Returns how many that were. */
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

/** Open problems of these kinds and of a window's days that a run has not found any more. */
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

/** What is open of one kind. */
export const openAlertsOfStore = (
  query: DbQuery,
  storeId: StoreId,
  kind: AlertKind,
): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .execute()

/** Closes one by its id; `undefined` when the store has no such open alert. */
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

/** Newest first. */
export const listAlerts = (
  query: DbQuery,
  storeId: StoreId,
  filter: { state: 'open' | 'closed' | 'all'; before?: bigint | undefined; limit: number },
): Promise<AlertRow[]> => {
  let problems = query.selectFrom('alerts').selectAll().where('store_id', '=', storeId)
  if (filter.state === 'open') problems = problems.where('closed_at', 'is', null)
  if (filter.state === 'closed') problems = problems.where('closed_at', 'is not', null)
  if (filter.before) problems = problems.where('id', '<', filter.before)
  return problems.orderBy('id', 'desc').limit(filter.limit).execute()
}

/** What is open of these kinds, of all stores. */
export const openAlertsOfKinds = (
  query: DbQuery,
  kinds: readonly AlertKind[],
): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute()
