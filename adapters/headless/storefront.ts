import { basicAuthorization, splitLogin } from '../../src/runtime/address-login.ts'
import type { Connections } from '../../src/runtime/connections.ts'
import { postOut } from '../../src/runtime/outgoing-post.ts'
import { readRetryAfterSeconds } from '../../src/runtime/retry-after.ts'
import {
  failureText,
  type SignedPost,
  signedPost,
  signingKey,
} from '../../src/runtime/signed-post.ts'
import { bodyOfMessage, type Storefront, type TellOutcome } from '../adapter.ts'
import type { HeadlessOptions } from './options.ts'
import { readOrdersAt } from './read-orders.ts'

/**
 * Notifies a headless store with a signed POST (Standard Webhooks 1.0: `webhook-id`,
 * `webhook-timestamp`, `webhook-signature`). Every response but 2xx is retryable: an hour of a
 * broken deployment must not lose a payment.
 */
export const headlessStorefront = (options: HeadlessOptions): Storefront => {
  const { ordersUrl, timeoutMs } = options
  const keys = options.notifySecrets.map(signingKey)
  return {
    ...(ordersUrl ? { readOrders: (orderIds) => readOrdersAt(ordersUrl, options, orderIds) } : {}),
    notify: async (message): Promise<TellOutcome> => {
      if (!options.notifyUrl) return { outcome: 'nobody-to-tell' }
      const { id } = message
      const now = options.clock.now()
      const body = bodyOfMessage(message)
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
): Promise<TellOutcome> => {
  try {
    const { status, retryAfter } = await postOut(url, request, connections)
    if (status >= 200 && status < 300) return { outcome: 'told' }
    const unreachable = status >= 500 || status === 429 || status === 408
    return notTold(`HTTP ${status}`, { unreachable, retryAfter })
  } catch (error) {
    return notTold(failureText(error), { unreachable: true })
  }
}

const notTold = (
  detail: string,
  { unreachable, retryAfter }: { unreachable: boolean; retryAfter?: string | undefined },
): TellOutcome => ({
  outcome: 'not-told',
  retry: 'retry',
  detail,
  retryAfterMs: (readRetryAfterSeconds(retryAfter ?? null) ?? 0) * 1000,
  unreachable,
})
