import { afterAll, beforeAll } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { startWooStore, type WooStore } from '../support/woocommerce/store.ts'
import { storefrontConformance } from './storefront-conformance.ts'
import { type WooShop, wooShop } from './woocommerce-shop.ts'
import { woocommerceSuite } from './woocommerce-suite.ts'

let store: WooStore
let shop: WooShop
beforeAll(async () => {
  store = await startWooStore()
  const { restUrl, consumerKey, consumerSecret, plugin } = store
  const pairing = { pairingSecret: plugin.secret, storeId: StoreId.parse(plugin.storeId) }
  shop = {
    ...wooShop({ restUrl, consumerKey, consumerSecret, ...pairing, productId: 10 }),
    customerId: '1',
    failNext: (how) =>
      store.failNext(/^(PUT|POST) orders/, how === 'down' ? { status: 503 } : 'lost-answer'),
  }
})
afterAll(() => store.close())

storefrontConformance('a WooCommerce shop', () => shop)
woocommerceSuite(() => shop)
