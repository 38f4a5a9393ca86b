import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { readPage } from '../lists/page-of-stores.ts'
import type { RunState } from '../tables/reconciliation.ts'
import type { RunRow } from './reconciliations.ts'

export interface RunsOfStores {
  storeIds: readonly StoreId[]
  state?: RunState | undefined
  before: string | undefined
  limit: number
}

export const runsOfStores = async (
  query: DbQuery,
  { state, ...page }: RunsOfStores,
): Promise<{ rows: RunRow[]; next: string | undefined }> => {
  const { ids, next } = await readPage(query, {
    table: 'reconciliations',
    ...page,
    filter: allOf([ifGiven(state, (value) => sql`row.state = ${value}`)]),
  })
  if (ids.length === 0) return { rows: [], next }
  const rows = await query
    .selectFrom('reconciliations')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id', 'desc')
    .execute()
  return { rows, next }
}
