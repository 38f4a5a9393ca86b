import { Webhook } from 'standardwebhooks'
import type { OutgoingCall } from '../../src/runtime/outgoing.ts'

/**
 * A POST as Standard Webhooks 1.0 has it: the receiver checks `webhook-signature` over id, time and
 * raw body with a secret that it shares with us.
 */
export const signedPost = ({
  secrets,
  id,
  now,
  body,
  timeoutMs,
}: {
  /** Each signs; the receiver takes the message if one of the signatures is right. */
  secrets: readonly string[]
  id: string
  now: Date
  body: string
  timeoutMs: number
}): OutgoingCall => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Puente',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  },
  body,
  timeoutMs,
})

/** What a request that got no answer failed of. */
export const failureText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!cause) return error.message
  return `${error.message}: ${cause instanceof Error ? cause.message : String(cause)}`
}
