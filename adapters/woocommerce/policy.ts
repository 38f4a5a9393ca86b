import { policyOf, type StoreRow } from '../adapter.ts'
import { type WooCommercePolicy, woocommercePolicySchema } from './statuses.ts'

/** What a WooCommerce store has decided about its orders, under `platform` of its policy. */
export const policyOfShop = (store: Pick<StoreRow, 'policy'>): WooCommercePolicy =>
  woocommercePolicySchema.parse(policyOf(store).platform)
