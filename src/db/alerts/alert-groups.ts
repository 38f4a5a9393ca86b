import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { AlertRow, DbQuery } from '../db.ts'
import type { AlertExtent } from '../tables/alert-messages.ts'
import type { AlertKind } from '../tables/alerts.ts'
import type { DbTables } from '../tables.ts'

export type AlertGroupRow = Selectable<DbTables['alert_groups']>

/** Locks grouping until the transaction ends; `false` if another process holds the lock. */
export const holdAlertGroups = async (trx: DbQuery): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('group alerts'), 0) AS held`.execute(trx)
  return rows[0]?.held === true
}

/** Lists open alerts without a group, oldest first. */
export const ungroupedAlerts = (query: DbQuery, limit: number): Promise<AlertRow[]> =>
  query
    .selectFrom('alerts')
    .selectAll()
    .where('group_id', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export interface AlertGroupKey {
  storeId: StoreId | null
  kind: AlertKind
  cause: string
}

/** Adds alerts to the latest open group that grew since `since`, or to a new one. */
export const addToAlertGroup = async (
  trx: DbQuery,
  {
    key: { storeId, kind, cause },
    alerts,
    since,
    now,
    firstCheckAt,
  }: {
    key: AlertGroupKey
    alerts: readonly Pick<AlertRow, 'id' | 'opened_at'>[]
    since: Date
    now: Date
    firstCheckAt: Date
  },
): Promise<void> => {
  const growing = await trx
    .selectFrom('alert_groups')
    .select('id')
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .where('closed_at', 'is', null)
    .where('last_alert_at', '>=', since)
    .where(sql<boolean>`store_id IS NOT DISTINCT FROM ${storeId}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { id } =
    growing ??
    (await trx
      .insertInto('alert_groups')
      .values({
        ...{ store_id: storeId, kind, cause, last_alert_at: now, next_check_at: firstCheckAt },
        opened_at: alerts.map((alert) => alert.opened_at).reduce((a, b) => (a < b ? a : b), now),
      })
      .returning('id')
      .executeTakeFirstOrThrow())
  await trx.updateTable('alert_groups').set({ last_alert_at: now }).where('id', '=', id).execute()
  await trx
    .updateTable('alerts')
    .set({ group_id: id })
    .where('id', '=', anyOf(alerts.map((alert) => alert.id)))
    .execute()
}

/** Lists open groups due for a check, longest due first. */
export const dueAlertGroups = (
  query: DbQuery,
  { now, limit }: { now: Date; limit: number },
): Promise<AlertGroupRow[]> =>
  query
    .selectFrom('alert_groups')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute()

export const closeEmptyAlertGroups = (trx: DbQuery, now: Date): Promise<AlertGroupRow[]> =>
  trx
    .updateTable('alert_groups')
    .set({ closed_at: now })
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alerts')
            .select('id')
            .whereRef('alerts.group_id', '=', 'alert_groups.id')
            .where('alerts.closed_at', 'is', null),
        ),
      ),
    )
    .returningAll()
    .execute()

/** Returns the open alerts; `closed` adds the closed ones. */
export const alertsOfGroup = (
  query: DbQuery,
  { id }: Pick<AlertGroupRow, 'id'>,
  { closed }: { closed: boolean },
): Promise<AlertRow[]> => {
  const all = query.selectFrom('alerts').selectAll().where('group_id', '=', id).orderBy('id')
  return (closed ? all : all.where('closed_at', 'is', null)).execute()
}

/** Schedules the next check; `sent` records the last message. */
export const writeGroupCheck = async (
  trx: DbQuery,
  { id }: Pick<AlertGroupRow, 'id'>,
  {
    nextCheckAt,
    sent,
  }: { nextCheckAt: Date; sent?: { at: Date; extent: AlertExtent } | undefined },
): Promise<void> => {
  await trx
    .updateTable('alert_groups')
    .set({
      next_check_at: nextCheckAt,
      ...(sent ? { sent_at: sent.at, sent_extent: JSON.stringify(sent.extent) } : {}),
    })
    .where('id', '=', id)
    .execute()
}
