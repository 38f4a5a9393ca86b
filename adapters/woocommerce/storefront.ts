import type { SavedCardMessage, Storefront, TellOutcome } from '../adapter.ts'
import { tellOrder } from './notify-order.ts'
import type { Shop, WooCommerceOptions } from './options.ts'
import { passCardOn } from './plugin-routes.ts'
import { changedOrdersAt, readOrdersAt } from './read-orders.ts'
import { restClient } from './rest-client.ts'
import { notTold, TOLD } from './told.ts'

/** Orders go through REST API v3, saved cards through our plugin. */
export const woocommerceStorefront = (options: WooCommerceOptions): Storefront => {
  const rest = restClient(options)
  const { locale, policy, clock, linkRefund } = options
  const shop: Shop = { rest, locale, policy, clock, linkRefund }
  return {
    tellsInTurn: true,
    notify: (message) =>
      message.type === 'payment_method.saved'
        ? tellSavedCard(options, message)
        : tellOrder(shop, message),
    readOrders: (orderIds) => readOrdersAt(rest, orderIds),
    changedOrders: (since, page) =>
      changedOrdersAt(rest, { since, page, now: options.clock.now() }),
  }
}

/** Skips guests, who have no saved cards. */
const tellSavedCard = async (
  options: WooCommerceOptions,
  { customerId, card }: SavedCardMessage,
): Promise<TellOutcome> => {
  if (customerId === null || !/^[1-9]\d{0,18}$/.test(customerId))
    return { outcome: 'nobody-to-tell' }
  const handed = await passCardOn(options, { customerId, card })
  if (handed.outcome === 'done') return TOLD
  return handed.code === 'no_such_customer' ? { outcome: 'nobody-to-tell' } : notTold(handed)
}
