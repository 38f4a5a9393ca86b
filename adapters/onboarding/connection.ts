import type { SecretSealer } from '../../src/runtime/secrets/sealed-secrets.ts'
import type { Core, StoreConnection, StoreDeps } from '../adapter.ts'

export interface TypedKeys {
  secret_key: string
  publishable_key: string | null
  webhook_secret: string
}

/** Builds the dependencies for connecting a store now. */
export const connectingWith = (core: Core, sealer: SecretSealer): StoreDeps => ({
  query: core.db.query,
  sealer,
  ids: core.ids,
  now: core.clock.now(),
  installation: core.cardPage,
})

/** Converts typed keys into the gateway account of a store connection. */
export const accountOf = (
  keys: TypedKeys,
): Pick<StoreConnection, 'secretKey' | 'publishableKey' | 'webhookSecret'> => ({
  secretKey: keys.secret_key,
  publishableKey: keys.publishable_key,
  webhookSecret: keys.webhook_secret,
})
