import { StoreId } from '../../../src/domain/ids.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'

/** Locates inbox messages from before the shop had a store, under its own name. */
export const messagesOfShop = (shop: string) => ({
  source: 'shopify',
  requests: COMPLIANCE_TOPICS,
  storeIds: [StoreId.parse(shop)],
})
