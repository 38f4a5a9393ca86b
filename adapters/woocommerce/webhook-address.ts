export const WEBHOOKS_PATH = '/webhooks/woocommerce'

/** Where a store delivers its webhooks. */
export const webhookAddress = (publicUrl: string, storeId: string): string =>
  `${publicUrl}${WEBHOOKS_PATH}/${storeId}`
