import { addTask, type Core, type Store, taskToKeepStoreWebhooks } from '../../adapter.ts'
import { storesOfShopDomain } from '../shops/connection.ts'

/** Queues the report that a shop can accept payments. */
export const planToBeReady = async (
  { db: { query }, clock, wakeWorkers }: Core,
  { shop, environment }: { shop: string; environment: Store['environment'] },
): Promise<void> => {
  const stores = await storesOfShopDomain(query, shop)
  for (const { id: storeId } of stores.filter((store) => store.environment === environment)) {
    await addTask(query, taskToKeepStoreWebhooks(storeId, { now: clock.now() }))
  }
  wakeWorkers()
}
