import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { readShopName } from '../shops/shop-name.ts'

/** Unsigned headers of a delivery. */
export interface DeliveryHeaders {
  topic: string
  shop: string
  /** Equal for all tries of a delivery. */
  webhookId: string
  triggeredAt: Date | undefined
}

const TOPIC = /^[a-z_]{1,50}\/[a-z_]{1,50}$/
const WEBHOOK_ID = /^[\x21-\x7e]{1,200}$/

/** Returns `undefined` if a required header is missing or invalid. */
export const readDeliveryHeaders = (headers: IncomingHttpHeaders): DeliveryHeaders | undefined => {
  const topic = headerOf(headers, 'x-shopify-topic')
  const shop = shopOfHeaders(headers)
  const webhookId = headerOf(headers, 'x-shopify-webhook-id')
  if (!TOPIC.test(topic) || !shop || !WEBHOOK_ID.test(webhookId)) return undefined
  const triggeredAt = new Date(headerOf(headers, 'x-shopify-triggered-at'))
  const isTime = !Number.isNaN(triggeredAt.getTime())
  return { topic, shop, webhookId, triggeredAt: isTime ? triggeredAt : undefined }
}

export const shopOfHeaders = (headers: IncomingHttpHeaders): string | undefined =>
  readShopName(headerOf(headers, 'x-shopify-shop-domain'))

/** Returns the API version of the payload. */
export const versionOf = (headers: IncomingHttpHeaders): string | undefined =>
  headerOf(headers, 'x-shopify-api-version') || undefined

/** Requires a signature before the body is read. */
export const mayBeSigned = (headers: IncomingHttpHeaders): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(headerOf(headers, 'x-shopify-hmac-sha256'))

/**
 * Verifies the base64 HMAC-SHA256 of the raw body. Compares case-sensitively: another case is
 * another signature.
 */
export const isSigned = (
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
  secrets: readonly string[],
): boolean => {
  const given = Buffer.from(headerOf(headers, 'x-shopify-hmac-sha256'))
  const matches = secrets.map((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return matches.includes(true)
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
