import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type ContentReportRow = Selectable<DbTables['content_reports']>

export type ContentReport = Pick<ContentReportRow, 'store_id' | 'page' | 'directive' | 'blocked'>

export interface CountedReport extends ContentReport {
  count: number
}

/** Replaces the names of sources beyond a limit. */
export const OTHER_SOURCES = 'other'

/** Rows per store; anyone with a pay link can invent sources. */
const MOST_ROWS = 100

/**
 * Adds counts. Once a store has many rows, further sources count as `other`. Returns the rows that
 * are new.
 */
export const addContentReports = async (
  query: DbQuery,
  { reports, now }: { reports: readonly CountedReport[]; now: Date },
): Promise<ContentReport[]> => {
  const { rows } = await sql<ContentReport & { is_new: boolean }>`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(reports)}::json)
        AS given (store_id text, page text, directive text, blocked text, count bigint)
    ), room AS (
      SELECT store_id, ${MOST_ROWS} - (
        SELECT count(*) FROM content_reports WHERE content_reports.store_id = given.store_id
      ) AS rows FROM given GROUP BY store_id
    ), sorted AS (
      SELECT given.*, known.store_id IS NOT NULL AS is_known, row_number() OVER (
        PARTITION BY given.store_id, known.store_id IS NOT NULL ORDER BY given.count DESC
      ) AS place
      FROM given LEFT JOIN content_reports known USING (store_id, page, directive, blocked)
    ), kept AS (
      SELECT store_id, page, directive,
        CASE WHEN is_known OR place <= room.rows THEN blocked ELSE ${OTHER_SOURCES} END AS blocked,
        sum(count) AS count
      FROM sorted JOIN room USING (store_id) GROUP BY 1, 2, 3, 4
    )
    INSERT INTO content_reports (store_id, page, directive, blocked, reports, first_at, last_at)
    SELECT store_id, page, directive, blocked, count, ${now}::timestamptz, ${now}::timestamptz FROM kept ORDER BY 1, 2, 3, 4
    ON CONFLICT (store_id, page, directive, blocked) DO UPDATE
      SET reports = content_reports.reports + excluded.reports, last_at = excluded.last_at
    RETURNING store_id, page, directive, blocked, (xmax = 0) AS is_new`.execute(query)
  return rows.filter(({ is_new }) => is_new)
}

/** Lists what browsers reported, newest first. */
export const listContentReports = (
  query: DbQuery,
  storeId?: StoreId | undefined,
): Promise<ContentReportRow[]> => {
  const newest = query
    .selectFrom('content_reports')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('blocked')
    .limit(MOST_ROWS * 10)
  return (storeId === undefined ? newest : newest.where('store_id', '=', storeId)).execute()
}

/** Lists the sources of scripts that were blocked on a store's card page, the latest new one first. */
export const blockedScripts = async (
  query: DbQuery,
  { storeId, most }: { storeId: StoreId; most: number },
): Promise<string[]> => {
  const rows = await query
    .selectFrom('content_reports')
    .select(({ fn }) => ['blocked', fn.max('first_at').as('first_at')])
    .where('store_id', '=', storeId)
    .where('page', '=', 'card')
    .where('directive', 'like', 'script-src%')
    .groupBy('blocked')
    .orderBy('first_at', 'desc')
    .orderBy('blocked')
    .limit(most)
    .execute()
  return rows.map(({ blocked }) => blocked)
}

export const deleteOldContentReports = async (query: DbQuery, before: Date): Promise<void> => {
  await query.deleteFrom('content_reports').where('last_at', '<', before).execute()
}
