import { type Selectable, sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type ApiRequest = Selectable<DbTables['api_requests']>

export const addApiRequests = async (
  query: DbQuery,
  requests: readonly ApiRequest[],
): Promise<void> => {
  await sql`
    INSERT INTO api_requests
    SELECT * FROM json_populate_recordset(NULL::api_requests, ${JSON.stringify(requests)}::json)`.execute(
    query,
  )
}

/** Finds the requests with an id, oldest first; clients may reuse their own ids. */
export const findApiRequests = (query: DbQuery, id: string): Promise<ApiRequest[]> =>
  query
    .selectFrom('api_requests')
    .selectAll()
    .where('id', '=', id)
    .orderBy('at')
    .limit(20)
    .execute()
