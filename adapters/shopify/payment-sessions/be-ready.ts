import { addTask, type Core, type StoreRow, taskToKeepStoreWebhooks } from '../../adapter.ts'
import { storesOfShop } from '../stores-of-shop.ts'

/** A shop of a payments app has its keys now: Shopify is told that payments can be offered there. */
export const planToBeReady = async (
  { db: { query }, clock, wakeWorkers }: Core,
  { shop, environment }: { shop: string; environment: StoreRow['environment'] },
): Promise<void> => {
  const stores = await storesOfShop(query, shop)
  for (const { id: storeId } of stores.filter((store) => store.environment === environment)) {
    await addTask(query, taskToKeepStoreWebhooks(storeId, { now: clock.now() }))
  }
  wakeWorkers()
}
