import { addMs } from '../../../../src/runtime/clock.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { ShopClient } from '../shop.ts'

const HOUR_MS = 3_600_000

/** Returns the payment deadline by the shop's policy; `null`: none. */
export const payByOf = (
  { policy: { pay_within_hours: hours } }: Pick<ShopClient, 'policy'>,
  { createdAt }: Pick<ShopifyOrder, 'createdAt'>,
): Date | null => (hours === undefined ? null : addMs(new Date(createdAt), hours * HOUR_MS))

export const isPastDeadline = (
  shop: Pick<ShopClient, 'policy' | 'clock'>,
  order: Pick<ShopifyOrder, 'createdAt'>,
): boolean => {
  const payBy = payByOf(shop, order)
  return payBy !== null && payBy <= shop.clock.now()
}
