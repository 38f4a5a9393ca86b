import type { StoreOrderStatus } from '../../adapter.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { MoneyOfOrder } from './money-of-order.ts'

/**
 * How an order stands with its payment through us. `paid-otherwise`: nobody wants it paid through us
 * any more, be it that it was paid by cash, by another method, or that nothing is left to be paid.
 */
export type StoreOrderState = StoreOrderStatus | 'paid-otherwise'

export const derivedOf = (
  { cancelledAt }: Pick<ShopOrder, 'cancelledAt'>,
  { isOurs, receivedMinor, refundedMinor, outstanding }: MoneyOfOrder,
): StoreOrderState => {
  if (cancelledAt) return 'cancelled'
  if (receivedMinor > 0n) {
    if (refundedMinor <= 0n) return 'paid'
    return refundedMinor < receivedMinor ? 'partially_refunded' : 'refunded'
  }
  return isOurs && outstanding.minor > 0n ? 'unpaid' : 'paid-otherwise'
}

/** The key under which a refund that was entered in Shopify is asked for. */
export const requestKeyOf = (refundId: string): string => `shopify-refund-${refundId}`
