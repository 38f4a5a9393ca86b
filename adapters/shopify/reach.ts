import type { StoreRow } from '../../src/ledger/ledger.ts'
import { policyOf } from '../../src/payments/policy.ts'
import type { Storefront } from '../../src/payments/storefront.ts'
import { connectionOf, isUninstalled } from './connection.ts'
import type { ShopifyDeps } from './deps.ts'
import { shopGraphql } from './graphql/client.ts'
import type { Shop } from './order/shop.ts'
import { policyOfShop } from './policy.ts'
import { shopifyStorefront } from './storefront.ts'

/**
 * A shop that has thrown the app out cannot be told anything, and nobody misses it there. Nobody is
 * sent to pay what it will not hear of.
 */
const GONE: Storefront = {
  tell: async () => ({ outcome: 'nobody-to-tell' }),
  orderToPay: async () => ({ outcome: 'over' }),
}

export const storefrontOf = (store: StoreRow, deps: ShopifyDeps): Storefront =>
  isUninstalled(store) ? GONE : shopifyStorefront(shopOf(store, deps))

/** How a store's shop is reached. */
export const shopOf = (
  store: StoreRow,
  { tokenOf, calls, budgets, clock }: Pick<ShopifyDeps, 'tokenOf' | 'calls' | 'budgets' | 'clock'>,
): Shop => ({
  graphql: shopGraphql({
    shop: connectionOf(store).shop,
    tokenOf: (options) => tokenOf(store, options),
    calls,
    budgets,
  }),
  locale: store.locale,
  mode: policyOf(store).checkout_mode,
  policy: policyOfShop(store),
  clock,
})
