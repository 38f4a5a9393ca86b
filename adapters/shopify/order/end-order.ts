import { DELIVERED, type DeliveryResult } from '../../adapter.ts'
import { rejectedDelivery, retryDelivery } from '../../delivery-result.ts'
import { failedDelivery, wordsOf } from '../delivery-result.ts'
import { cancelOrderMutation, MOST_STAFF_NOTE } from '../graphql/operations/change-order.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { numberOf } from './ids.ts'
import type { ObservationToRecord } from './payments/mark-paid.ts'
import { shopifyStateOf } from './reading/money-of-order.ts'
import { readShopifyOrder, type ShopClient } from './shop.ts'

/** Shopify cancels asynchronously, usually within moments. */
const CANCELS_WITHIN_MS = 5_000

/**
 * Cancels an unpaid order, with restocking, by the shop's policy. Keeps an order paid another way.
 */
export const endOrder = async (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
): Promise<DeliveryResult> => {
  const { expired, restock } = shop.policy
  if (expired === 'leave' || shopifyStateOf(order, money) !== 'unpaid') return DELIVERED
  const note = SHOPIFY_TEXTS[shop.locale].notes.notPaidInTime.slice(0, MOST_STAFF_NOTE)
  const input = { id: order.id, reason: 'OTHER' as const, restock, note }
  const cancelled = await shop.graphql(cancelOrderMutation, input)
  if (cancelled.outcome === 'failed') return failedDelivery(cancelled)
  const read = await readShopifyOrder(shop, numberOf(order.id))
  if (read.outcome !== 'done') return failedDelivery(read)
  // Refused, because already cancelled.
  if (!read.value || read.value.cancelledAt) return DELIVERED
  return cancelled.outcome === 'user-errors'
    ? rejectedDelivery(`Shopify does not cancel the order: ${wordsOf(cancelled)}`)
    : retryDelivery('Shopify is still cancelling the order', CANCELS_WITHIN_MS)
}
