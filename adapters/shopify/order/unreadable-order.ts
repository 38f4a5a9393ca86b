import type { NotRead } from '../../../src/payments/storefront.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import { numberOf } from './ids.ts'

/** An order that says something which cannot be: for a person. */
export const unreadableOrder = ({ id, totalOutstandingSet }: ShopOrder): NotRead => {
  const { amount, currencyCode } = totalOutstandingSet.presentmentMoney
  const detail = `An amount of order ${numberOf(id)} is none of its currency (${amount} ${currencyCode})`
  return { outcome: 'not-read', remedy: 'ask-a-person', detail }
}
