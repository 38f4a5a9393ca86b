import type { Clock } from '../../../src/runtime/clock.ts'
import type { Core, Store } from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import type { ShopGraphql } from '../graphql/client.ts'
import { graphqlOf } from '../graphql/of-store.ts'
import { type ShopifyPolicy, shopifyPolicyOf } from '../policy.ts'

export interface SessionShop {
  graphql: ShopGraphql
  store: Store
  policy: ShopifyPolicy
  db: Core['db']
  clock: Clock
}

export const sessionShopOf = (store: Store, deps: ShopifyDeps): SessionShop => ({
  graphql: graphqlOf(store, deps),
  store,
  policy: shopifyPolicyOf(store),
  db: deps.db,
  clock: deps.clock,
})
