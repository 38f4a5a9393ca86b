import type { Store, Storefront } from '../adapter.ts'
import type { ShopifyDeps } from './deps.ts'
import { shopOf } from './order/shop.ts'
import { sessionShopOf } from './payment-sessions/session-shop.ts'
import { sessionStorefront } from './payment-sessions/storefront.ts'
import { connectionOf, isUninstalled } from './shops/connection.ts'
import { shopifyStorefront } from './storefront.ts'

/**
 * Storefront after an uninstall: notifications have no receiver, and Puente refuses checkouts.
 * Orders are unreadable, and perhaps payable after a reinstall.
 */
const UNINSTALLED_STOREFRONT: Storefront = {
  notify: async () => ({ outcome: 'nobody-to-tell' }),
  orderToPay: async () => ({
    outcome: 'not-read',
    retry: 'ask-a-person',
    detail: 'the shop has thrown the app out',
    unreachable: false,
  }),
}

export const openShopifyStorefront = (store: Store, deps: ShopifyDeps): Storefront => {
  if (isUninstalled(store)) return UNINSTALLED_STOREFRONT
  return connectionOf(store).mode === 'payments-app'
    ? sessionStorefront(sessionShopOf(store, deps), deps.publicUrl)
    : shopifyStorefront(shopOf(store, deps))
}
