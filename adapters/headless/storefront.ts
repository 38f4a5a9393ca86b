import { basicAuthorization, splitLogin } from '../../src/runtime/net/address-login.ts'
import { type OutgoingPost, postPooled } from '../../src/runtime/net/outgoing-post.ts'
import { readRetryAfterSeconds } from '../../src/runtime/net/retry-after.ts'
import { failureText, signedPost, signingKey } from '../../src/runtime/net/signed-post.ts'
import {
  type DeliveryResult,
  notificationJson,
  type StoreCall,
  type Storefront,
} from '../adapter.ts'
import type { HeadlessOptions } from './options.ts'
import { readHeadlessOrders } from './read-orders.ts'

/**
 * Notifies a store with a signed POST (Standard Webhooks 1.0). Every response but 2xx is retryable:
 * an hour of a broken deployment must not lose a payment.
 */
export const headlessStorefront = (options: HeadlessOptions): Storefront => {
  const { ordersUrl, timeoutMs } = options
  const keys = options.notifySecrets.map(signingKey)
  const notifySecrets = options.notifySecrets.map((secret) => secret.replace(/^whsec_/, ''))
  return {
    ...(ordersUrl
      ? { readOrders: (orderIds) => readHeadlessOrders(ordersUrl, options, orderIds) }
      : {}),
    notify: async (message, noteCall): Promise<DeliveryResult> => {
      if (!options.notifyUrl) return { outcome: 'nobody-to-tell' }
      const { id } = message
      const now = options.clock.now()
      const body = notificationJson(message)
      const signed = signedPost({ keys, id, now, body, timeoutMs })
      const { address, login = options.logins?.notify_url } = splitLogin(options.notifyUrl)
      const headers = { ...signed.headers, ...basicAuthorization(login) }
      const secrets = login === undefined ? notifySecrets : [...notifySecrets, ...partsOf(login)]
      const call = { method: 'POST', url: address, isRead: false, sent: body, secrets }
      const startedAt = performance.now()
      const note = (came: Pick<StoreCall, 'answer' | 'error'>): void =>
        noteCall?.({ ...call, ...came, durationMs: performance.now() - startedAt })
      return post(address, { ...signed, headers, keptBytes: KEPT_BYTES }, { ...options, note })
    },
  }
}

/** Head of an answer for the delivery log. */
const KEPT_BYTES = 4_096

/** All forms of the login that an answer may echo. */
const partsOf = (login: string): string[] => [
  login,
  Buffer.from(login).toString('base64'),
  login.slice(login.indexOf(':') + 1),
]

type Note = (came: Pick<StoreCall, 'answer' | 'error'>) => void

const post = async (
  url: string,
  request: OutgoingPost,
  { connections, note }: Pick<HeadlessOptions, 'connections'> & { note: Note },
): Promise<DeliveryResult> => {
  try {
    const answer = await postPooled(url, request, connections)
    note({ answer })
    const { status, retryAfter } = answer
    if (status >= 200 && status < 300) return { outcome: 'delivered' }
    const unreachable = status >= 500 || status === 429 || status === 408
    return failedDelivery(`HTTP ${status}`, { unreachable, retryAfter })
  } catch (error) {
    const text = failureText(error)
    note({ answer: undefined, error: text })
    return failedDelivery(text, { unreachable: true })
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
