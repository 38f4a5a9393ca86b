import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery, StoreRow } from '../db.ts'
import type { StoreBrand } from '../tables/stores.ts'
import { updateStoreRow } from './stores.ts'

/** Expects the store's row lock. */
export const saveBrand = async (
  trx: DbQuery,
  id: StoreId,
  { brand, now }: { brand: StoreBrand; now: Date },
): Promise<void> => {
  const isEmpty = brand.color === undefined && brand.logo === undefined
  await updateStoreRow(trx, id, { brand: isEmpty ? null : JSON.stringify(brand), updated_at: now })
}

export const saveLogo = async (
  trx: DbQuery,
  { store_id, name, bytes, now }: { store_id: StoreId; name: string; bytes: Buffer; now: Date },
): Promise<void> => {
  const logo = { name, bytes, updated_at: now }
  await trx
    .insertInto('store_logos')
    .values({ store_id, ...logo })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet(logo))
    .execute()
}

export const deleteLogo = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await trx.deleteFrom('store_logos').where('store_id', '=', storeId).execute()
}

export const findLogo = async (query: DbQuery, name: string): Promise<Buffer | undefined> => {
  const logo = await query
    .selectFrom('store_logos')
    .select('bytes')
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst()
  return logo?.bytes
}

export const brandOf = ({ brand }: Pick<StoreRow, 'brand'>): StoreBrand => brand ?? {}
