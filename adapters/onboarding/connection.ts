import type { SecretSealer } from '../../src/runtime/sealed-secrets.ts'
import type { Core, StoreConnection, StoreDeps } from '../adapter.ts'

/** The keys of a gateway account, as they were typed in. */
export interface TypedKeys {
  secret_key: string
  publishable_key: string | null
  webhook_secret: string
}

/** What stores are connected with on a page, at this moment. */
export const connectingWith = (core: Core, sealer: SecretSealer): StoreDeps => ({
  query: core.db.query,
  sealer,
  ids: core.ids,
  now: core.clock.now(),
  installation: core.cardPage,
})

/** The gateway account of a store, from the keys that the merchant typed in. */
export const accountOf = (
  keys: TypedKeys,
): Pick<StoreConnection, 'secretKey' | 'publishableKey' | 'webhookSecret'> => ({
  secretKey: keys.secret_key,
  publishableKey: keys.publishable_key,
  webhookSecret: keys.webhook_secret,
})
