import { addMs } from '../../../src/runtime/clock.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { Shop } from './shop.ts'

const HOUR_MS = 3_600_000

/** Returns the payment deadline by the shop's policy; `null`: none. */
export const payByOf = (
  { policy: { pay_within_hours: hours } }: Pick<Shop, 'policy'>,
  { createdAt }: Pick<ShopOrder, 'createdAt'>,
): Date | null => (hours === undefined ? null : addMs(new Date(createdAt), hours * HOUR_MS))

export const isOverdue = (
  shop: Pick<Shop, 'policy' | 'clock'>,
  order: Pick<ShopOrder, 'createdAt'>,
): boolean => {
  const payBy = payByOf(shop, order)
  return payBy !== null && payBy <= shop.clock.now()
}
