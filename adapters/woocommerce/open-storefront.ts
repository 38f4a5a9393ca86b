import { RefundId } from '../../src/domain/ids.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import type { Ids } from '../../src/runtime/ids.ts'
import {
  type DbQuery,
  linkRefund,
  noteAccessRefused,
  resumeAfterAccess,
  type Store,
  type Storefront,
  storeById,
} from '../adapter.ts'
import {
  credentialsOf,
  isDisconnected,
  isDisconnecting,
  type OpenSiteConnection,
  siteOf,
} from './connect/connection.ts'
import { type Disconnection, disconnectSite } from './connect/disconnect-site.ts'
import type { WooCommerceOptions } from './options.ts'
import { wooPolicyOf } from './policy.ts'
import { type RestOutcome, restClient } from './rest/rest-client.ts'
import { woocommerceStorefront } from './storefront.ts'
import { registerWebhooks, type WebhookCheck } from './webhooks/register-webhooks.ts'
import { storeWebhookAddress } from './webhooks/webhook-address.ts'

export interface WooCommerceDeps {
  open: OpenSiteConnection
  ids: Ids
  publicUrl: string
  /** Permits private addresses, localhost included. */
  allowPrivateAddresses: boolean
  query: DbQuery
  clock: Clock
}

/** Timeout of one call; a notification's task has 30 seconds for several. */
const TIMEOUT_MS = 12_000

export const optionsOf = (
  store: Store,
  {
    open,
    ids,
    allowPrivateAddresses,
    query,
    clock,
  }: Pick<WooCommerceDeps, 'open' | 'ids' | 'allowPrivateAddresses' | 'query' | 'clock'>,
): WooCommerceOptions => {
  const credentials = credentialsOf(store, open)
  return {
    storeId: store.id,
    restUrl: siteOf(store).rest_url,
    consumerKey: credentials.consumer_key,
    consumerSecret: credentials.consumer_secret,
    pairingSecret: credentials.pairing_secret,
    locale: store.locale,
    policy: wooPolicyOf(store),
    timeoutMs: TIMEOUT_MS,
    allowPrivateAddresses,
    clock: systemClock,
    ids,
    linkRefund: ({ refundId, requestKey }) =>
      linkRefund(query, { refundId: RefundId.parse(refundId), requestKey, now: clock.now() }),
    access: {
      allowed: (part) =>
        resumeAfterAccess(query, {
          storeId: store.id,
          parts: part === undefined ? [] : [part],
          now: clock.now(),
        }),
      refused: async (part, reason) => {
        // The store disconnected during the call: no alert.
        const latest = await storeById(query, store.id)
        if (!latest || isDisconnecting(latest) || isDisconnected(latest)) return
        await noteAccessRefused(query, { storeId: store.id, part, reason, now: clock.now() })
      },
    },
  }
}

const DISCONNECTED_STOREFRONT: Storefront = { notify: async () => ({ outcome: 'nobody-to-tell' }) }

/** Returns a store's storefront: connected, disconnecting or disconnected. */
export const openWooStorefront = (store: Store, deps: WooCommerceDeps): Storefront => {
  if (isDisconnected(store)) return DISCONNECTED_STOREFRONT
  const storefront = woocommerceStorefront(optionsOf(store, deps))
  if (isDisconnecting(store)) return leaving(store, { storefront, deps })
  return {
    ...storefront,
    keepWebhooks: async () => {
      const kept = await connectWebhooks(store, deps)
      if (kept.outcome === 'done') return { outcome: 'kept' }
      const { retry, detail, retryAfterMs } = kept
      return { outcome: 'not-read', retry, detail, retryAfterMs }
    },
  }
}

/**
 * Storefront of a disconnecting store: skips saved cards, and finishes the disconnection at its
 * webhook check.
 */
const leaving = (
  store: Store,
  { storefront, deps }: { storefront: Storefront; deps: WooCommerceDeps },
): Storefront => ({
  ...storefront,
  notify: async (message) =>
    message.type === 'payment_method.saved'
      ? { outcome: 'nobody-to-tell' }
      : storefront.notify(message),
  keepWebhooks: async () => {
    await disconnectStore(store, deps)
    return { outcome: 'kept' }
  },
})

/** Disconnects a store; see `disconnectSite`. */
export const disconnectStore = (store: Store, deps: WooCommerceDeps): Promise<Disconnection> =>
  disconnectSite(store, {
    query: deps.query,
    clock: deps.clock,
    options: optionsOf(store, deps),
    webhooks: { storeId: store.id, deliveryUrl: storeWebhookAddress(deps.publicUrl, store.id) },
  })

/** Registers a store's webhooks; see `registerWebhooks`. */
export const connectWebhooks = (
  store: Store,
  deps: WooCommerceDeps,
): Promise<RestOutcome<WebhookCheck>> =>
  registerWebhooks(restClient(optionsOf(store, deps)), {
    storeId: store.id,
    deliveryUrl: storeWebhookAddress(deps.publicUrl, store.id),
    secret: credentialsOf(store, deps.open).webhook_secret,
  })
