import type { StoreId } from '../../src/domain/ids.ts'
import { webhookUrlOf } from '../adapter.ts'

export type WebhookAddresses = Record<'test' | 'live', string>

/** Returns a shop's endpoints: equal until a store has orders, which ties it to its environment. */
export const webhookAddressesOf = async (
  publicUrl: string,
  storeIdOf: (environment: 'test' | 'live') => Promise<StoreId>,
): Promise<WebhookAddresses> => ({
  test: webhookUrlOf({ publicUrl }, { id: await storeIdOf('test') }),
  live: webhookUrlOf({ publicUrl }, { id: await storeIdOf('live') }),
})
