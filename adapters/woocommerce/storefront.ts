import type { Language } from '../../src/locales/language.ts'
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
import { type PluginConnection, readSite, sendSavedCard } from './plugin-routes.ts'
import { notedCalls } from './rest/noted-calls.ts'
import { restClient } from './rest/rest-client.ts'

/** Orders go through REST API v3, saved cards through our plugin. */
export const woocommerceStorefront = (options: WooCommerceOptions): Storefront => {
  const rest = restClient(options)
  const { locale, policy, clock, linkRefund, cardOf } = options
  const shop: Omit<SiteClient, 'rest' | 'readLocale'> = {
    locale,
    policy,
    clock,
    linkRefund,
    cardOf,
  }
  return {
    serialized: true,
    notify: (message, noteCall) => {
      const sendCall = notedCalls(noteCall)
      return message.type === 'payment_method.saved'
        ? notifyOfSavedCard({ ...options, sendCall }, message)
        : notifyWooOrder(
            { ...shop, rest: restClient(options, sendCall), readLocale: onceInShop(options) },
            message,
          )
    },
    readOrders: (orderIds) => readWooOrders(rest, orderIds),
    changedOrders: (since, page) =>
      changedWooOrders(rest, { since, page, now: options.clock.now() }),
  }
}

/** Asks the shop for its language once per notification, however many notes it writes. */
const onceInShop = (options: WooCommerceOptions): SiteClient['readLocale'] => {
  let asked: Promise<Language> | undefined
  return () => {
    asked ??= readShopLocale(options)
    return asked
  }
}

/** Leaves time for the note itself. */
const LOCALE_TIMEOUT_MS = 3_000

/** A plugin that does not answer, or is older, leaves the language of connecting. */
const readShopLocale = async (options: WooCommerceOptions): Promise<Language> => {
  const timeoutMs = Math.min(options.timeoutMs, LOCALE_TIMEOUT_MS)
  const site = await readSite({ ...options, timeoutMs })
  return (site.outcome === 'done' ? site.value.locale : undefined) ?? options.locale
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
