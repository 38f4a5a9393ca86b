import type { StoreId } from '../../src/domain/ids.ts'
import { GATEWAY_WEBHOOK_PATH } from '../adapter.ts'

/** Returns the endpoint for the gateway's webhooks of a store. */
export const gatewayWebhookAddress = (publicUrl: string, storeId: StoreId): string =>
  `${publicUrl}${GATEWAY_WEBHOOK_PATH}${storeId}`

export type WebhookAddresses = Record<'test' | 'live', string>

/**
 * Returns a shop's webhook endpoints: equal until a store has orders, which ties it to its
 * environment.
 */
export const webhookAddressesOf = async (
  publicUrl: string,
  storeIdOf: (environment: 'test' | 'live') => Promise<StoreId>,
): Promise<WebhookAddresses> => ({
  test: gatewayWebhookAddress(publicUrl, await storeIdOf('test')),
  live: gatewayWebhookAddress(publicUrl, await storeIdOf('live')),
})
