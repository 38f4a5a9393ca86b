import { policyOf, type Store, type Storefront } from '../adapter.ts'
import type { ShopifyDeps } from './deps.ts'
import { graphqlOf } from './graphql/of-store.ts'
import { type MethodBook, methodBook } from './order/method-book.ts'
import type { ShopClient } from './order/shop.ts'
import { sessionShopOf } from './payment-sessions/session-shop.ts'
import { sessionStorefront } from './payment-sessions/storefront.ts'
import { shopifyPolicyOf } from './policy.ts'
import { connectionOf, isUninstalled } from './shops/connection.ts'
import { shopifyStorefront } from './storefront.ts'

/**
 * Storefront after an uninstall: notifications have no receiver, and Puente refuses checkouts. It
 * cannot read the orders, which may be payable after a reinstall.
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

export const methodBookOf = (
  store: Store,
  { db, clock }: Pick<ShopifyDeps, 'db' | 'clock'>,
): MethodBook =>
  methodBook({ storeId: store.id, names: shopifyPolicyOf(store).payment_method, db, clock })

/** Opens a store's shop for reads and notifications. */
export const shopOf = (store: Store, deps: ShopifyDeps): ShopClient => {
  const graphql = graphqlOf(store, deps)
  return {
    graphql,
    isPlus: () => deps.isPlus(store.id, graphql),
    locale: store.locale,
    mode: policyOf(store).checkout_mode,
    policy: shopifyPolicyOf(store),
    methods: methodBookOf(store, deps),
    clock: deps.clock,
    db: deps.db,
    shareRead: (orderId, read) => deps.shareRead(`${store.id} ${orderId}`, read),
  }
}
