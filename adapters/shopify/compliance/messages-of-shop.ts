import { StoreId } from '../../../src/domain/ids.ts'
import type { PlatformMessages } from '../../adapter.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'

/** Where messages of a shop are in the inbox, beside its stores': by its name, before it is a store. */
export const messagesOfShop = (shop: string): PlatformMessages => ({
  source: 'shopify',
  requests: COMPLIANCE_TOPICS,
  storeIds: [StoreId.parse(shop)],
})
