import { type Insertable, sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import { oneOfMany } from '../runtime/together.ts'
import type { AlertRow, DbQuery } from './db.ts'
import type { AlertKind } from './tables/alerts.ts'
import type { DbTables } from './tables.ts'

/** Opens a problem; `undefined` when the same one is open already. */
export const insertAlert = (
  query: DbQuery,
  problem: Insertable<DbTables['alerts']>,
): Promise<AlertRow | undefined> =>
  query
    .insertInto('alerts')
    .values(problem)
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind', 'subject']).where('closed_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

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

/** What an open alert tells, as it is known by now. */
export const updateAlertDetails = async (
  query: DbQuery,
  {
    storeId,
    kind,
    subject,
    details,
  }: { storeId: StoreId; kind: AlertKind; subject: string; details: string },
): Promise<void> => {
  await query
    .updateTable('alerts')
    .set({ details })
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .where('details', 'is distinct from', sql<never>`${details}::jsonb`)
    .execute()
}

/** Closes what is open about a thing; `undefined` when nothing was. */
export const closeOpenAlert = oneOfMany(
  async (
    query: DbQuery,
    over: readonly { storeId: StoreId; kind: AlertKind; subject: string; now: Date }[],
  ): Promise<(AlertRow | undefined)[]> => {
    const { rows } = await sql<AlertRow>`
      UPDATE alerts SET closed_at = over.at
      FROM unnest(${over.map(({ storeId }) => storeId)}::text[],
        ${over.map(({ kind }) => kind)}::text[], ${over.map(({ subject }) => subject)}::text[],
        ${over.map(({ now }) => now)}::timestamptz[]) AS over (store_id, kind, subject, at)
      WHERE alerts.store_id = over.store_id AND alerts.kind = over.kind
        AND alerts.subject = over.subject AND closed_at IS NULL
      RETURNING alerts.*`.execute(query)
    return over.map(({ storeId, kind, subject }) =>
      rows.find((row) => row.store_id === storeId && row.kind === kind && row.subject === subject),
    )
  },
)

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
