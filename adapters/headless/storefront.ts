import { Webhook } from 'standardwebhooks'
import { viewOfOrder, viewOfPayment, viewOfReversal } from '../../src/payments/order-view.ts'
import type { Storefront, StorefrontMessage, TellOutcome } from '../../src/payments/storefront.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { errorMessage } from '../../src/platform/failure.ts'
import { readRetryAfterSeconds } from '../../src/platform/retry-after.ts'

export interface HeadlessOptions {
  /** The shop's address; `null` for a shop that only asks. */
  notifyUrl: string | null
  /** `whsec_` and base64, as Standard Webhooks has it. */
  notifySecret: string
  timeoutMs: number
  /** The wall clock: receivers check the age of a signature by theirs. */
  clock: Clock
}

/**
 * A shop of its own making, told by a signed POST (Standard Webhooks 1.0: `webhook-id`,
 * `webhook-timestamp`, `webhook-signature`). Every answer but 2xx is a reason to try again: a shop
 * that was deployed wrongly for an hour must not lose a payment.
 */
export const headlessStorefront = (options: HeadlessOptions): Storefront => {
  const signer = new Webhook(options.notifySecret)
  return {
    tell: async (message): Promise<TellOutcome> => {
      if (!options.notifyUrl) return { outcome: 'nobody-to-tell' }
      const { id, type, at } = message
      const now = options.clock.now()
      const data = dataOf(message)
      const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Puente',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      }
      return post(options.notifyUrl, { headers, body, timeoutMs: options.timeoutMs })
    },
  }
}

const dataOf = (message: StorefrontMessage): object =>
  message.type === 'payment_method.saved'
    ? { payment_method: message.card }
    : {
        order: viewOfOrder(message.order),
        payment: message.payment && viewOfPayment(message.payment),
        refunds: message.reversals.map(viewOfReversal),
      }

const post = async (
  url: string,
  {
    headers,
    body,
    timeoutMs,
  }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<TellOutcome> => {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    if (response.ok) return { outcome: 'told' }
    const { status, headers: answered } = response
    const unreachable = status >= 500 || status === 429 || status === 408
    return notTold(`HTTP ${status}`, { unreachable, retryAfter: answered.get('retry-after') })
  } catch (error) {
    const cause = error instanceof Error && error.cause ? `: ${errorMessage(error.cause)}` : ''
    return notTold(`${errorMessage(error)}${cause}`, { unreachable: true })
  }
}

const notTold = (
  detail: string,
  { unreachable, retryAfter = null }: { unreachable: boolean; retryAfter?: string | null },
): TellOutcome => ({
  outcome: 'not-told',
  remedy: 'retry',
  detail,
  retryAfterMs: (readRetryAfterSeconds(retryAfter) ?? 0) * 1000,
  unreachable,
})
