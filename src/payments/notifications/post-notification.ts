import type { Clock } from '../../runtime/clock.ts'
import { basicAuthorization } from '../../runtime/net/address-login.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import { type OutgoingPost, postPooled } from '../../runtime/net/outgoing-post.ts'
import { readRetryAfterSeconds } from '../../runtime/net/retry-after.ts'
import { failureText, signedPost, signingKey } from '../../runtime/net/signed-post.ts'
import type { DeliveryResult, NoteCall, StoreCall } from '../ports/storefront.ts'

export interface NotificationTarget {
  /** Without its login. */
  url: string
  /** Basic authentication, `user:password`. */
  login: string | undefined
  /** In Standard Webhooks format (`whsec_` and base64). Several during a rotation. */
  secrets: readonly string[]
  timeoutMs: number
  connections: Connections
  /** Wall clock: receivers check the age of a signature against theirs. */
  clock: Clock
}

/** Head of an answer for the delivery log. */
const KEPT_BYTES = 4_096

/**
 * Returns a function that sends a signed POST (Standard Webhooks 1.0). Every response but 2xx is
 * retryable: an hour of a broken deployment must not lose a payment.
 */
export const posterTo = ({
  url,
  login,
  secrets,
  timeoutMs,
  connections,
  clock,
}: NotificationTarget) => {
  const keys = secrets.map(signingKey)
  const bare = secrets.map((secret) => secret.replace(/^whsec_/, ''))
  const known = login === undefined ? bare : [...bare, ...partsOf(login)]
  const authorization = basicAuthorization(login)
  return ({ id, body }: { id: string; body: string }, noteCall?: NoteCall) => {
    const signed = signedPost({ keys, id, now: clock.now(), body, timeoutMs })
    const headers = { ...signed.headers, ...authorization }
    const call = { method: 'POST', url, isRead: false, sent: body, secrets: known }
    const startedAt = performance.now()
    const note = (came: Pick<StoreCall, 'answer' | 'error'>): void =>
      noteCall?.({ ...call, ...came, durationMs: performance.now() - startedAt })
    return post(url, { ...signed, headers, keptBytes: KEPT_BYTES }, { connections, note })
  }
}

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
  { connections, note }: Pick<NotificationTarget, 'connections'> & { note: Note },
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
