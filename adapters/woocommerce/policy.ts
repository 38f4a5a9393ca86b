import { policyOf, type Store } from '../adapter.ts'
import { type WooCommercePolicy, woocommercePolicySchema } from './orders/statuses.ts'

/** Parses a store's WooCommerce policy, with defaults. */
export const wooPolicyOf = (store: Pick<Store, 'policy'>): WooCommercePolicy =>
  woocommercePolicySchema.parse(policyOf(store).platform)
