import type { StoreId } from '../../domain/ids.ts'
import type { AlertRow, DbQuery } from '../db.ts'
import type { AlertKind } from '../tables/alerts.ts'

export interface AlertFilter {
  state: 'open' | 'closed' | 'all'
  storeId?: StoreId | undefined
  kind?: AlertKind | undefined
  limit: number
}

/** Lists alerts newest first. */
export const listAlertsOfStores = (
  query: DbQuery,
  { state, storeId, kind, limit }: AlertFilter,
): Promise<AlertRow[]> => {
  let alerts = query.selectFrom('alerts').selectAll()
  if (storeId !== undefined) alerts = alerts.where('store_id', '=', storeId)
  if (kind !== undefined) alerts = alerts.where('kind', '=', kind)
  if (state === 'open') alerts = alerts.where('closed_at', 'is', null)
  if (state === 'closed') alerts = alerts.where('closed_at', 'is not', null)
  return alerts.orderBy('id', 'desc').limit(limit).execute()
}

export const findAlert = (query: DbQuery, id: bigint): Promise<AlertRow | undefined> =>
  query.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
