import {
  DELIVERED,
  type DeliveryResult,
  type SavedCardMessage,
  type Storefront,
} from '../adapter.ts'
import { failedNotification } from './delivery-result.ts'
import type { SiteClient, WooCommerceOptions } from './options.ts'
import { notifyWooOrder } from './orders/notify-order.ts'
import { changedWooOrders, readWooOrders } from './orders/read-orders.ts'
import { type PluginConnection, sendSavedCard } from './plugin-routes.ts'
import { notedCalls } from './rest/noted-calls.ts'
import { restClient } from './rest/rest-client.ts'

/** Orders go through REST API v3, saved cards through our plugin. */
export const woocommerceStorefront = (options: WooCommerceOptions): Storefront => {
  const rest = restClient(options)
  const { locale, policy, clock, linkRefund, cardOf } = options
  const shop: SiteClient = { rest, locale, policy, clock, linkRefund, cardOf }
  return {
    serialized: true,
    notify: (message, noteCall) => {
      const sendCall = notedCalls(noteCall)
      return message.type === 'payment_method.saved'
        ? notifyOfSavedCard({ ...options, sendCall }, message)
        : notifyWooOrder({ ...shop, rest: restClient(options, sendCall) }, message)
    },
    readOrders: (orderIds) => readWooOrders(rest, orderIds),
    changedOrders: (since, page) =>
      changedWooOrders(rest, { since, page, now: options.clock.now() }),
  }
}

/** Skips guests, who have no saved cards. */
const notifyOfSavedCard = async (
  options: WooCommerceOptions & Pick<PluginConnection, 'sendCall'>,
  { customerId, card }: SavedCardMessage,
): Promise<DeliveryResult> => {
  if (customerId === null || !/^[1-9]\d{0,18}$/.test(customerId))
    return { outcome: 'nobody-to-tell' }
  const handed = await sendSavedCard(options, { customerId, card })
  if (handed.outcome === 'done') return DELIVERED
  return handed.code === 'no_such_customer'
    ? { outcome: 'nobody-to-tell' }
    : failedNotification(handed)
}
