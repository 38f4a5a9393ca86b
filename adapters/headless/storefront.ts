import { basicAuthorization, splitLogin } from '../../src/runtime/net/address-login.ts'
import type { Connections } from '../../src/runtime/net/connections.ts'
import { postPooled } from '../../src/runtime/net/outgoing-post.ts'
import { readRetryAfterSeconds } from '../../src/runtime/net/retry-after.ts'
import {
  failureText,
  type SignedPost,
  signedPost,
  signingKey,
} from '../../src/runtime/net/signed-post.ts'
import { type DeliveryResult, notificationJson, type Storefront } from '../adapter.ts'
import type { HeadlessOptions } from './options.ts'
import { readHeadlessOrders } from './read-orders.ts'

/**
 * Notifies a headless store with a signed POST (Standard Webhooks 1.0: `webhook-id`,
 * `webhook-timestamp`, `webhook-signature`). Every response but 2xx is retryable: an hour of a
 * broken deployment must not lose a payment.
 */
export const headlessStorefront = (options: HeadlessOptions): Storefront => {
  const { ordersUrl, timeoutMs } = options
  const keys = options.notifySecrets.map(signingKey)
  return {
    ...(ordersUrl
      ? { readOrders: (orderIds) => readHeadlessOrders(ordersUrl, options, orderIds) }
      : {}),
    notify: async (message): Promise<DeliveryResult> => {
      if (!options.notifyUrl) return { outcome: 'nobody-to-tell' }
      const { id } = message
      const now = options.clock.now()
      const body = notificationJson(message)
      const signed = signedPost({ keys, id, now, body, timeoutMs })
      const { address, login = options.logins?.notify_url } = splitLogin(options.notifyUrl)
      const headers = { ...signed.headers, ...basicAuthorization(login) }
      return post(address, { ...signed, headers }, options.connections)
    },
  }
}

const post = async (
  url: string,
  request: SignedPost,
  connections: Connections,
): Promise<DeliveryResult> => {
  try {
    const { status, retryAfter } = await postPooled(url, request, connections)
    if (status >= 200 && status < 300) return { outcome: 'delivered' }
    const unreachable = status >= 500 || status === 429 || status === 408
    return failedDelivery(`HTTP ${status}`, { unreachable, retryAfter })
  } catch (error) {
    return failedDelivery(failureText(error), { unreachable: true })
  }
}

const failedDelivery = (
  detail: string,
  { unreachable, retryAfter }: { unreachable: boolean; retryAfter?: string | undefined },
): DeliveryResult => ({
  outcome: 'failed',
  retry: 'retry',
  detail,
  retryAfterMs: (readRetryAfterSeconds(retryAfter ?? null) ?? 0) * 1000,
  unreachable,
})
