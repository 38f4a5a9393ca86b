import { MINUTE } from '../../../runtime/clock.ts'
import { STORE_BACKOFF_MS, storeKind } from './core-kind.ts'

export const keepStoreWebhooksKind = storeKind({
  kind: 'keep-store-webhooks',
  needs: 'shop',
  unlessWaiting: { patiently: true },
  waitsMs: STORE_BACKOFF_MS,
  // Few tries, because a later check follows.
  maxTries: 5,
  timeoutMs: MINUTE,
  concurrencyPerStore: 1,
})

export const newCheckStoreWebhooksTask = keepStoreWebhooksKind.task
