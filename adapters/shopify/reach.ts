import type { StoreRow } from '../../src/ledger/ledger.ts'
import type { Storefront } from '../../src/payments/storefront.ts'
import type { ShopifyDeps } from './deps.ts'

export const storefrontOf = (_store: StoreRow, _deps: ShopifyDeps): Storefront => ({
  tell: async () => ({ outcome: 'nobody-to-tell' }),
})
