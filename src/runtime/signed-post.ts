import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export interface SignedPost {
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  timeoutMs: number
}

/** Making a key of bytes takes longer than a signature by it. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

/**
 * A POST as Standard Webhooks 1.0 has it: the receiver checks `webhook-signature` over id, time and
 * raw body with a secret that it shares with us.
 */
export const signedPost = ({
  keys,
  id,
  now,
  body,
  timeoutMs,
}: {
  /** Each signs; the receiver takes the message if one of the signatures is right. */
  keys: readonly KeyObject[]
  id: string
  now: Date
  body: string
  timeoutMs: number
}): SignedPost => {
  const seconds = Math.floor(now.getTime() / 1000)
  const signed = `${id}.${seconds}.${body}`
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Puente',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': keys.map((key) => signatureOf(signed, key)).join(' '),
    },
    body,
    timeoutMs,
  }
}

const signatureOf = (signed: string, key: KeyObject): string =>
  `v1,${createHmac('sha256', key).update(signed).digest('base64')}`

/** What a request that got no answer failed of. */
export const failureText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  // Several addresses of one name were tried.
  if (error instanceof AggregateError) return error.errors.map(failureText).join(', ')
  return cause ? `${error.message}: ${failureText(cause)}` : error.message
}
