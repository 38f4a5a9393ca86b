import { formatMessage } from '../../../../src/locales/format-message.ts'
import { DELIVERED, type DeliveryResult } from '../../../adapter.ts'
import type { FailedDelivery } from '../../../delivery-result.ts'
import { failedDelivery } from '../../delivery-result.ts'
import { setMetafieldsMutation } from '../../graphql/operations/change-order.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import { addNotes } from '../notes.ts'
import { readShopifyOrder, type ShopClient } from '../shop.ts'
import { metafieldOf, type OrderMetafield } from './order-metafield.ts'

/** Stores the pay link on the Shopify order and, by policy, in its note. */
export const offerPayLinkAt = async (
  shop: ShopClient,
  orderId: string,
  payUrl: string,
): Promise<DeliveryResult> => {
  const read = await readShopifyOrder(shop, orderId)
  if (read.outcome !== 'done') return failedDelivery(read)
  const order = read.value
  if (!order) return { outcome: 'nobody-to-tell' }
  if (order.cancelledAt) return { outcome: 'cancelled-at-store' }
  const notKept = await mergeMetafield(shop, order, { url: payUrl })
  if (notKept) return notKept
  if (!shop.policy.note_pay_link) return DELIVERED
  const line = formatMessage(SHOPIFY_TEXTS[shop.locale].notes.payLink, { url: payUrl }, shop.locale)
  return (await addNotes(shop, order, [{ marker: payUrl, line }])) ?? DELIVERED
}

/** Merges changes into Puente's data on an order. */
export const mergeMetafield = async (
  { graphql }: ShopClient,
  order: ShopifyOrder,
  changes: OrderMetafield,
): Promise<FailedDelivery | undefined> => {
  const before = metafieldOf(order)
  const kept = { ...before, ...changes }
  const value = JSON.stringify(kept)
  if (value === JSON.stringify(before)) return undefined
  const metafield = { ownerId: order.id, namespace: '$app', key: 'payment', type: 'json', value }
  const written = await graphql(setMetafieldsMutation, { metafields: [metafield] })
  return written.outcome === 'done' ? undefined : failedDelivery(written)
}
