import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What we want to hear of. */
export const WEBHOOK_TOPICS = ['order.created', 'order.updated', 'order.deleted'] as const

export type StoreWebhook =
  /** WooCommerce tries the address once when a webhook is made; it is signed by nobody. */
  | { outcome: 'ping' }
  /** Something happened to an order: a hint to look, never the truth about it. */
  | { outcome: 'hint'; orderId: string }
  /** Rightly signed, and of nothing that is our business. */
  | { outcome: 'ignored' }
  | { outcome: 'refused'; reason: 'not-signed' | 'wrong-signature' | 'unreadable' }

const hint = z.object({ id: z.int().positive(), status: z.string().optional() })

/** `webhook_id=` and a number. */
const PING_BYTES = 30

/** Whether the headers are those of a delivery or of a ping; the body is not read for less. */
export const mayBeDelivery = (headers: Readonly<Record<string, unknown>>): boolean => {
  const signature = headers['x-wc-webhook-signature']
  if (typeof signature === 'string') return /^[A-Za-z0-9+/]{43}=$/.test(signature)
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= PING_BYTES
}

/**
 * Reads a delivery of a store's webhook: `x-wc-webhook-signature` is the base64 HMAC-SHA256 of the
 * raw body. What it says was true when it was sent, which may be long after the event.
 */
export const readStoreWebhook = ({
  headers,
  rawBody,
  secret,
}: {
  /** By names in lower case. */
  headers: Readonly<Record<string, unknown>>
  rawBody: Buffer
  secret: string
}): StoreWebhook => {
  const signature = headers['x-wc-webhook-signature']
  if (typeof signature !== 'string') {
    const isPing = /^webhook_id=\d{1,19}$/.test(rawBody.subarray(0, 40).toString('latin1'))
    return isPing ? { outcome: 'ping' } : { outcome: 'refused', reason: 'not-signed' }
  }
  if (!isSignedBy(secret, { rawBody, signature })) {
    return { outcome: 'refused', reason: 'wrong-signature' }
  }
  const topic = String(headers['x-wc-webhook-topic'])
  if (!(WEBHOOK_TOPICS as readonly string[]).includes(topic)) return { outcome: 'ignored' }
  const read = hint.safeParse(parsed(rawBody))
  if (!read.success) return { outcome: 'refused', reason: 'unreadable' }
  // A cart on its way through the checkout changes with every letter that is typed.
  return read.data.status === 'checkout-draft'
    ? { outcome: 'ignored' }
    : { outcome: 'hint', orderId: String(read.data.id) }
}

const isSignedBy = (
  secret: string,
  { rawBody, signature }: { rawBody: Buffer; signature: string },
): boolean => {
  const right = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

const parsed = (rawBody: Buffer): unknown => {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
