import type { IncomingHttpHeaders } from 'node:http'
import { isSignedBody, mayBeSignature } from '../../signed-body.ts'
import { readShopName } from '../shops/shop-name.ts'

const TOPIC = /^[a-z_]{1,50}\/[a-z_]{1,50}$/
const WEBHOOK_ID = /^[\x21-\x7e]{1,200}$/

/** Reads unsigned headers. Returns `undefined` if a required one is missing or invalid. */
export const readDeliveryHeaders = (headers: IncomingHttpHeaders) => {
  const topic = headerOf(headers, 'x-shopify-topic')
  const shop = shopOfHeaders(headers)
  // Equal for all tries of a delivery.
  const webhookId = headerOf(headers, 'x-shopify-webhook-id')
  if (!TOPIC.test(topic) || !shop || !WEBHOOK_ID.test(webhookId)) return undefined
  const triggeredAt = new Date(headerOf(headers, 'x-shopify-triggered-at'))
  const isTime = !Number.isNaN(triggeredAt.getTime())
  return { topic, shop, webhookId, triggeredAt: isTime ? triggeredAt : undefined }
}

export const shopOfHeaders = (headers: IncomingHttpHeaders): string | undefined =>
  readShopName(headerOf(headers, 'x-shopify-shop-domain'))

export const versionOf = (headers: IncomingHttpHeaders): string | undefined =>
  headerOf(headers, 'x-shopify-api-version') || undefined

/** Requires a signature before the body is read. */
export const mayBeSigned = (headers: IncomingHttpHeaders): boolean =>
  mayBeSignature(headers['x-shopify-hmac-sha256'])

export const isSigned = (
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
  secrets: readonly string[],
): boolean => isSignedBody(rawBody, headers['x-shopify-hmac-sha256'], secrets)

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
