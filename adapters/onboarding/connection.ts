import { z } from 'zod'
import type { SecretSealer } from '../../src/runtime/secrets/sealed-secrets.ts'
import type { Core, StoreConnection, StoreDeps } from '../adapter.ts'

export const typedKeys = z.object({
  secret_key: z.string(),
  publishable_key: z.string().nullable(),
  webhook_secret: z.string(),
})

export type TypedKeys = z.output<typeof typedKeys>

export const connectingWith = (core: Core, sealer: SecretSealer): StoreDeps => ({
  query: core.db.query,
  sealer,
  ids: core.ids,
  now: core.clock.now(),
  installation: core.cardPage,
})

/** Converts typed keys into a gateway account. */
export const accountOf = (
  keys: TypedKeys,
): Pick<StoreConnection, 'secretKey' | 'publishableKey' | 'webhookSecret'> => ({
  secretKey: keys.secret_key,
  publishableKey: keys.publishable_key,
  webhookSecret: keys.webhook_secret,
})
