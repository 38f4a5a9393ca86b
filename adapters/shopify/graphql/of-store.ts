import type { StoreRow } from '../../../src/ledger/ledger.ts'
import { connectionOf } from '../connection.ts'
import type { ShopifyDeps } from '../deps.ts'
import { type ShopGraphql, shopGraphql } from './client.ts'

/** How the shop of a store is asked. */
export const graphqlOf = (
  store: StoreRow,
  { tokenOf, calls, budgets }: Pick<ShopifyDeps, 'tokenOf' | 'calls' | 'budgets'>,
): ShopGraphql =>
  shopGraphql({
    shop: connectionOf(store).shop,
    tokenOf: (options) => tokenOf(store, options),
    calls,
    budgets,
  })
