import type { StoreId } from '../../src/domain/ids.ts'
export const WEBHOOKS_PATH = '/webhooks/woocommerce'

export const webhookAddress = (publicUrl: string, storeId: StoreId): string =>
  `${publicUrl}${WEBHOOKS_PATH}/${storeId}`
