import type { StoreId } from '../../../src/domain/ids.ts'
export const WOOCOMMERCE_WEBHOOKS_PATH = '/webhooks/woocommerce'

export const storeWebhookAddress = (publicUrl: string, storeId: StoreId): string =>
  `${publicUrl}${WOOCOMMERCE_WEBHOOKS_PATH}/${storeId}`
