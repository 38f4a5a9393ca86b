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
  onFailure: {
    es: 'Los avisos de la tienda no se pudieron revisar: Puente ve sus cambios hasta un minuto después.',
    en: "The store's webhooks could not be seen to: Puente sees its changes up to a minute later.",
  },
})

export const newCheckStoreWebhooksTask = keepStoreWebhooksKind.task
