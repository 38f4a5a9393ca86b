import type { Store, Storefront } from '../adapter.ts'
import { credentialsOf, isDisconnected, isDisconnecting } from './connect/connection.ts'
import { disconnectStore } from './connect/disconnect-site.ts'
import { notRead } from './delivery-result.ts'
import { optionsOf, type WooCommerceDeps } from './options.ts'
import { type RestOutcome, restClient } from './rest/rest-client.ts'
import { woocommerceStorefront } from './storefront.ts'
import {
  registerWebhooks,
  storeWebhookAddress,
  type WebhookCheck,
} from './webhooks/register-webhooks.ts'

const DISCONNECTED_STOREFRONT: Storefront = { notify: async () => ({ outcome: 'nobody-to-tell' }) }

/** Returns the storefront of a connected, disconnecting or disconnected store. */
export const openWooStorefront = (store: Store, deps: WooCommerceDeps): Storefront => {
  if (isDisconnected(store)) return DISCONNECTED_STOREFRONT
  const storefront = woocommerceStorefront(optionsOf(store, deps))
  if (isDisconnecting(store)) return leaving(store, { storefront, deps })
  return {
    ...storefront,
    keepWebhooks: async () => {
      const kept = await connectWebhooks(store, deps)
      return kept.outcome === 'done' ? { outcome: 'kept' } : notRead(kept)
    },
  }
}

/**
 * Storefront of a disconnecting store: skips saved cards; its webhook check finishes the
 * disconnection.
 */
const leaving = (
  store: Store,
  { storefront, deps }: { storefront: Storefront; deps: WooCommerceDeps },
): Storefront => ({
  ...storefront,
  notify: async (message, noteCall) =>
    message.type === 'payment_method.saved'
      ? { outcome: 'nobody-to-tell' }
      : storefront.notify(message, noteCall),
  keepWebhooks: async () => {
    await disconnectStore(store, deps)
    return { outcome: 'kept' }
  },
})

export const connectWebhooks = (
  store: Store,
  deps: WooCommerceDeps,
): Promise<RestOutcome<WebhookCheck>> =>
  registerWebhooks(restClient(optionsOf(store, deps)), {
    storeId: store.id,
    deliveryUrl: storeWebhookAddress(deps.publicUrl, store.id),
    secret: credentialsOf(store, deps.open).webhook_secret,
  })
