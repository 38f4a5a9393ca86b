import { policyOf, type StoreRow } from '../adapter.ts'
import { type WooCommercePolicy, woocommercePolicySchema } from './statuses.ts'

export const policyOfShop = (store: Pick<StoreRow, 'policy'>): WooCommercePolicy =>
  woocommercePolicySchema.parse(policyOf(store).platform)
