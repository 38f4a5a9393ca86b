import type { StoreId } from '../../src/domain/ids.ts'
export const WEBHOOKS_PATH = '/webhooks/woocommerce'

/** Where a store delivers its webhooks. */
export const webhookAddress = (publicUrl: string, storeId: StoreId): string =>
  `${publicUrl}${WEBHOOKS_PATH}/${storeId}`
