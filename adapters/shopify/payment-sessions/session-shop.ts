import type { Store } from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import { graphqlOf } from '../graphql/of-store.ts'
import { shopifyPolicyOf } from '../policy.ts'

export type SessionShop = ReturnType<typeof sessionShopOf>

export const sessionShopOf = (store: Store, deps: ShopifyDeps) => ({
  graphql: graphqlOf(store, deps),
  store,
  policy: shopifyPolicyOf(store),
  db: deps.db,
  clock: deps.clock,
})
