import { splitLogin } from '../../src/runtime/net/address-login.ts'
import { type DeliveryResult, notificationJson, posterTo, type Storefront } from '../adapter.ts'
import type { HeadlessOptions } from './options.ts'
import { readHeadlessOrders } from './read-orders.ts'

/** Notifies a store at its own address. */
export const headlessStorefront = (options: HeadlessOptions): Storefront => {
  const { ordersUrl } = options
  const post = posterOf(options)
  return {
    ...(ordersUrl
      ? { readOrders: (orderIds) => readHeadlessOrders(ordersUrl, options, orderIds) }
      : {}),
    notify: async (message, noteCall): Promise<DeliveryResult> =>
      post
        ? post({ id: message.id, body: notificationJson(message) }, noteCall)
        : { outcome: 'nobody-to-tell' },
  }
}

const posterOf = ({ notifyUrl, notifySecrets: secrets, logins, ...options }: HeadlessOptions) => {
  if (!notifyUrl) return undefined
  const { address: url, login = logins?.notify_url } = splitLogin(notifyUrl)
  return posterTo({ ...options, url, login, secrets })
}
