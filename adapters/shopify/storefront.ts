import type { Storefront } from '../adapter.ts'
import { forOneNotification } from './graphql/limits.ts'
import { tellOrder } from './order/notify-order.ts'
import { orderToPayAt } from './order/order-to-pay.ts'
import { offerPayLinkAt } from './order/pay-link.ts'
import { changedOrdersAt, ORDERS_AT_A_TIME, readOrdersAt } from './order/read-orders.ts'
import type { Shop } from './order/shop.ts'

/**
 * Creates the storefront of a shop with a manual payment method and pay links. Shopify has no place
 * for saved cards.
 */
export const shopifyStorefront = (shop: Shop): Storefront => ({
  tellsInTurn: true,
  notify: async (message) =>
    message.type === 'payment_method.saved'
      ? { outcome: 'nobody-to-tell' }
      : tellOrder(forOneNotification(shop), message),
  readOrders: (orderIds) => readOrdersAt(shop, orderIds),
  ordersAtATime: ORDERS_AT_A_TIME,
  takeUpDecisions: () => shop.methods.takeUp(),
  changedOrders: (since, _page, position) => changedOrdersAt(shop, since, position),
  orderToPay: (orderId) => orderToPayAt(shop, orderId),
  offerPayLink: (orderId, payUrl) => offerPayLinkAt(forOneNotification(shop), orderId, payUrl),
})
