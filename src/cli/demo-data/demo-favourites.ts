import { counterItemsOfStore, insertCounterItem } from '../../db/counter/counter-items.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'

const FAVOURITES = [
  ['Café', 4_500n],
  ['Semita', 3_500n],
  ['Desayuno típico', 12_500n],
  ['Jugo de naranja', 4_000n],
] as const

/** Adds favourites to the demo store's counter, unless it has some. */
export const makeDemoFavourites = async (
  { db, ids, clock }: Pick<PaymentsContext, 'db' | 'ids' | 'clock'>,
  storeId: StoreId,
): Promise<void> => {
  if ((await counterItemsOfStore(db.query, storeId)).length > 0) return
  for (const [name, price_minor] of FAVOURITES) {
    const item = { id: ids.next('itm'), store_id: storeId, created_at: clock.now() }
    await insertCounterItem(
      db.query,
      { ...item, name, price_minor, currency: 'HNL' },
      FAVOURITES.length,
    )
  }
}
