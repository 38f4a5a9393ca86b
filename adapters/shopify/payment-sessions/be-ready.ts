import type { StoreRow } from '../../../src/db/db.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../../../src/payments/context.ts'
import { planToFollowStore } from '../../../src/payments/enqueue.ts'
import { storesOfShop } from '../stores-of-shop.ts'

/** A shop of a payments app has its keys now: Shopify is told that payments can be offered there. */
export const planToBeReady = async (
  { db: { query }, clock, signals }: PaymentsContext,
  { shop, environment }: { shop: string; environment: StoreRow['environment'] },
): Promise<void> => {
  const stores = await storesOfShop(query, shop)
  for (const { id: storeId } of stores.filter((store) => store.environment === environment)) {
    await planToFollowStore(query, { kind: 'keep-store-webhooks', storeId, now: clock.now() })
  }
  signals.send(WORK_SIGNAL)
}
