import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type StoreReportRow = Selectable<DbTables['store_reports']>

type WhoseReport = Pick<StoreReportRow, 'store_id' | 'person_id'>

/** Lists the people of a store's organization, with the reports that they get. */
export const reportsOfStore = (query: DbQuery, storeId: StoreId) =>
  query
    .selectFrom('stores')
    .innerJoin('members', 'members.organization_id', 'stores.organization_id')
    .innerJoin('people', 'people.id', 'members.person_id')
    .leftJoin('store_reports', (join) =>
      join
        .onRef('store_reports.store_id', '=', 'stores.id')
        .onRef('store_reports.person_id', '=', 'members.person_id'),
    )
    .select([
      'people.id as person_id',
      'people.name',
      'people.email',
      'store_reports.every',
      'store_reports.due_at',
      'store_reports.sent_at',
      'store_reports.last_error',
    ])
    .where('stores.id', '=', storeId)
    .orderBy('members.created_at')
    .orderBy('people.id')
    .execute()

export const saveReport = async (
  query: DbQuery,
  report: Pick<StoreReportRow, 'every' | 'language' | 'due_at' | 'created_at'> & WhoseReport,
): Promise<void> => {
  const { every, language, due_at } = report
  const fresh = { every, language, due_at, try_at: due_at, failures: 0, last_error: null }
  await query
    .insertInto('store_reports')
    .values({ ...report, ...fresh })
    .onConflict((conflict) => conflict.columns(['store_id', 'person_id']).doUpdateSet(fresh))
    .execute()
}

export const deleteReport = async (
  query: DbQuery,
  { store_id, person_id }: WhoseReport,
): Promise<void> => {
  await query
    .deleteFrom('store_reports')
    .where('store_id', '=', store_id)
    .where('person_id', '=', person_id)
    .execute()
}

export type DueReport = StoreReportRow & { email: string; name: string }

/**
 * Claims due reports until `leaseUntil`. Skips former members and removed stores.
 */
export const claimDueReports = async (
  query: DbQuery,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<DueReport[]> => {
  const { rows } = await sql<DueReport>`
    WITH due AS (
      SELECT store_reports.store_id, store_reports.person_id, people.email, people.name
      FROM store_reports
      JOIN people ON people.id = store_reports.person_id
      JOIN stores ON stores.id = store_reports.store_id AND stores.removed_at IS NULL
      JOIN members ON members.person_id = people.id
        AND members.organization_id = stores.organization_id
      WHERE store_reports.try_at <= ${now}
      ORDER BY store_reports.try_at, store_reports.store_id, store_reports.person_id LIMIT ${limit}
      FOR UPDATE OF store_reports SKIP LOCKED
    )
    UPDATE store_reports SET try_at = ${leaseUntil} FROM due
    WHERE store_reports.store_id = due.store_id AND store_reports.person_id = due.person_id
    RETURNING store_reports.*, due.email, due.name`.execute(query)
  return rows
}

type Changes = Partial<
  Pick<StoreReportRow, 'due_at' | 'try_at' | 'failures' | 'last_error' | 'sent_at'>
>

/** A no-op if the person changed the report meanwhile. */
export const updateReport = async (
  query: DbQuery,
  { store_id, person_id, due_at }: Pick<StoreReportRow, 'due_at'> & WhoseReport,
  changes: Changes,
): Promise<void> => {
  await query
    .updateTable('store_reports')
    .set(changes)
    .where('store_id', '=', store_id)
    .where('person_id', '=', person_id)
    .where('due_at', '=', due_at)
    .execute()
}
