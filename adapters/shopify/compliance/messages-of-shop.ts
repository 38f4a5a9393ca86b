import { StoreId } from '../../../src/domain/ids.ts'
import type { PlatformMessages } from '../../adapter.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'

/** Locates inbox messages from before the shop had a store, under its own name. */
export const messagesOfShop = (shop: string): PlatformMessages => ({
  source: 'shopify',
  requests: COMPLIANCE_TOPICS,
  storeIds: [StoreId.parse(shop)],
})
