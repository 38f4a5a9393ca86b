import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, StoreRow } from '../db.ts'
import { storesByIds } from './stores.ts'

export interface StoreOfOrganization {
  id: StoreId
  organization_id: string
}

export const storesOfOrganizations = (
  query: DbQuery,
  organizationIds: readonly string[],
): Promise<StoreOfOrganization[]> =>
  query
    .selectFrom('stores')
    .select(['id', 'organization_id'])
    .where('organization_id', '=', anyOf(organizationIds))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** Lists stores by id. `after`: keyset cursor. */
export const pageOfStores = async (
  query: DbQuery,
  {
    storeIds,
    after,
    limit,
  }: { storeIds: readonly StoreId[]; after: string | undefined; limit: number },
): Promise<{ rows: StoreRow[]; next: string | undefined }> => {
  const ids = [...storeIds].sort().filter((id) => after === undefined || id > after)
  const page = ids.slice(0, limit)
  const found = new Map((await storesByIds(query, page)).map((store) => [store.id, store]))
  return {
    rows: page.flatMap((id) => found.get(id) ?? []),
    next: ids.length > limit ? page.at(-1) : undefined,
  }
}

const accents = /\p{Mn}/gu

/** Finds stores by name or id, ignoring case and accents. */
export const storesWithText = async (
  query: DbQuery,
  { storeIds, text }: { storeIds: readonly StoreId[]; text: string },
): Promise<StoreId[]> => {
  const plain = (words: string) => words.normalize('NFD').replace(accents, '').toLowerCase()
  const search = plain(text)
  const rows = await query
    .selectFrom('stores')
    .select(['id', 'name'])
    .where('id', '=', anyOf(storeIds))
    .execute()
  return rows
    .filter(({ id, name }) => plain(name).includes(search) || plain(id).includes(search))
    .map(({ id }) => id)
}
