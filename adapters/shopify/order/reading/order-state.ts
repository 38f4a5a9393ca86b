import type { OrderAtStore } from '../../../adapter.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { MoneyOfOrder } from './money-of-order.ts'

/** `paid-otherwise`: paid in cash or by another method, or nothing is due. */
export type ShopifyOrderState = OrderAtStore['status'] | 'paid-otherwise'

export const shopifyStateOf = (
  { cancelledAt }: Pick<ShopifyOrder, 'cancelledAt'>,
  { isOurs, receivedMinor, refundedMinor, outstanding }: MoneyOfOrder,
): ShopifyOrderState => {
  if (cancelledAt) return 'cancelled'
  if (receivedMinor > 0n) {
    if (refundedMinor <= 0n) return 'paid'
    return refundedMinor < receivedMinor ? 'partially_refunded' : 'refunded'
  }
  return isOurs && outstanding.minor > 0n ? 'unpaid' : 'paid-otherwise'
}

/** Returns the idempotency key of a refund that staff entered. */
export const requestKeyOfShopifyRefund = (refundId: string): string => `shopify-refund-${refundId}`
