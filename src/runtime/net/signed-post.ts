import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export interface SignedPost {
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  timeoutMs: number
}

/** Decodes a secret once: creating a key costs more than signing. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

/** Signs per Standard Webhooks 1.0, over id, timestamp and raw body. */
export const signedPost = ({
  keys,
  id,
  now,
  body,
  timeoutMs,
}: {
  /** The receiver accepts any valid signature. */
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

/** Renders an error without a response, causes included. */
export const failureText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  // Several addresses of one name failed.
  if (error instanceof AggregateError) return error.errors.map(failureText).join(', ')
  return cause ? `${error.message}: ${failureText(cause)}` : error.message
}
