import type { StoreId } from '../../src/domain/ids.ts'
import { GATEWAY_WEBHOOK_PATH } from '../adapter.ts'

/** Where the gateway delivers what happens to a store's payments. */
export const webhookAddress = (publicUrl: string, storeId: StoreId): string =>
  `${publicUrl}${GATEWAY_WEBHOOK_PATH}${storeId}`

/** The address in each environment; they differ only where the store does. */
export type WebhookAddresses = Record<'test' | 'live', string>

/** The addresses of a shop, which is another store in each environment once it has orders. */
export const webhookAddressesOf = async (
  publicUrl: string,
  storeIdOf: (environment: 'test' | 'live') => Promise<StoreId>,
): Promise<WebhookAddresses> => ({
  test: webhookAddress(publicUrl, await storeIdOf('test')),
  live: webhookAddress(publicUrl, await storeIdOf('live')),
})
