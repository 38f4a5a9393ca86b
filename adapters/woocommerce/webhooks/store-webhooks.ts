import { z } from 'zod'
import { orUndefined } from '../../../src/runtime/failure.ts'
import { isSignedBody, mayBeSignature } from '../../signed-body.ts'

export const WEBHOOK_TOPICS = ['order.created', 'order.updated', 'order.deleted'] as const

export type StoreWebhook =
  /** Unsigned, on a webhook's creation. */
  | { outcome: 'ping' }
  | { outcome: 'hint'; orderId: string }
  | { outcome: 'ignored' }
  | { outcome: 'refused'; reason: 'not-signed' | 'wrong-signature' | 'unreadable' }

const hint = z.object({ id: z.int().positive(), status: z.string().optional() })

/** Upper bound on `webhook_id=` and a number. */
const PING_BYTES = 30

/** Returns whether the headers, read before the body, fit a delivery or ping. */
export const mayBeDelivery = (headers: Readonly<Record<string, unknown>>): boolean => {
  const signature = headers['x-wc-webhook-signature']
  if (typeof signature === 'string') return mayBeSignature(signature)
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= PING_BYTES
}

/**
 * Parses a delivery: `x-wc-webhook-signature` is the base64 HMAC-SHA256 of the raw body. The
 * payload, possibly stale, is only a hint to read the order.
 */
export const readStoreWebhook = ({
  headers,
  rawBody,
  secret,
}: {
  /** Lower-case names. */
  headers: Readonly<Record<string, unknown>>
  rawBody: Buffer
  secret: string
}): StoreWebhook => {
  const signature = headers['x-wc-webhook-signature']
  if (typeof signature !== 'string') {
    const isPing = /^webhook_id=\d{1,19}$/.test(rawBody.subarray(0, 40).toString('latin1'))
    return isPing ? { outcome: 'ping' } : { outcome: 'refused', reason: 'not-signed' }
  }
  if (!isSignedBody(rawBody, signature, [secret])) {
    return { outcome: 'refused', reason: 'wrong-signature' }
  }
  const topic = String(headers['x-wc-webhook-topic'])
  if (!(WEBHOOK_TOPICS as readonly string[]).includes(topic)) return { outcome: 'ignored' }
  const read = hint.safeParse(orUndefined(() => JSON.parse(rawBody.toString('utf8'))))
  if (!read.success) return { outcome: 'refused', reason: 'unreadable' }
  // A draft cart changes with every keystroke.
  return read.data.status === 'checkout-draft'
    ? { outcome: 'ignored' }
    : { outcome: 'hint', orderId: String(read.data.id) }
}
