import { describe } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { storefrontConformance } from './storefront-conformance.ts'
import { type WooShop, wooShop } from './woocommerce-shop.ts'
import { woocommerceSuite } from './woocommerce-suite.ts'

const { WOO_URL, WOO_KEY, WOO_SECRET, WOO_PRODUCT_ID = '10' } = process.env

/** Run by `npm run test:woocommerce`. */
describe.skipIf(!WOO_URL || !WOO_KEY || !WOO_SECRET)('a real WooCommerce shop', () => {
  const shop: WooShop = wooShop({
    restUrl: `${WOO_URL}/wp-json/`,
    consumerKey: WOO_KEY ?? '',
    consumerSecret: WOO_SECRET ?? '',
    pairingSecret: 'pps_unused',
    storeId: StoreId.parse('tienda'),
    productId: Number(WOO_PRODUCT_ID),
  })
  storefrontConformance('a real WooCommerce shop', () => shop)
  woocommerceSuite(() => shop)
})
