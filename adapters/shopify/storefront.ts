import type { Storefront } from '../adapter.ts'
import { forOneNotification } from './graphql/limits.ts'
import { notifyOrder } from './order/notify-order.ts'
import { offerPayLinkAt } from './order/payments/pay-link.ts'
import { orderToPayAt } from './order/reading/order-to-pay.ts'
import {
  changedShopifyOrders,
  ORDERS_AT_A_TIME,
  readShopifyOrders,
} from './order/reading/read-orders.ts'
import type { ShopClient } from './order/shop.ts'

/** Uses a manual payment method and pay links. Shopify has no place for saved cards. */
export const shopifyStorefront = (shop: ShopClient): Storefront => ({
  serialized: true,
  notify: async (message, noteCall) =>
    message.type === 'payment_method.saved'
      ? { outcome: 'nobody-to-tell' }
      : notifyOrder(forOneNotification(shop, noteCall), message),
  readOrders: (orderIds) => readShopifyOrders(shop, orderIds),
  ordersAtATime: ORDERS_AT_A_TIME,
  applyMerchantDecisions: () => shop.methods.acceptNames(),
  changedOrders: (since, _page, position) => changedShopifyOrders(shop, since, position),
  orderToPay: (orderId) => orderToPayAt(shop, orderId),
  offerPayLink: (orderId, payUrl) => offerPayLinkAt(forOneNotification(shop), orderId, payUrl),
})
