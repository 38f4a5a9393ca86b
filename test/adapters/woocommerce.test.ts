import { beforeAll } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { useStarted } from '../support/use-world.ts'
import { startWooStore } from '../support/woocommerce/store.ts'
import { storefrontConformance } from './storefront-conformance.ts'
import { type WooShop, wooShop } from './woocommerce-shop.ts'
import { woocommerceSuite } from './woocommerce-suite.ts'

let shop: WooShop
const store = useStarted(startWooStore)
beforeAll(async () => {
  const { restUrl, consumerKey, consumerSecret, plugin } = store
  const pairing = { pairingSecret: plugin.secret, storeId: StoreId.parse(plugin.storeId) }
  shop = {
    ...wooShop({ restUrl, consumerKey, consumerSecret, ...pairing, productId: 10 }),
    customerId: '1',
    failNext: (how) =>
      store.failNext(/^(PUT|POST) orders/, how === 'down' ? { status: 503 } : 'lost-answer'),
  }
})

storefrontConformance('a WooCommerce shop', () => shop)
woocommerceSuite(() => shop)
