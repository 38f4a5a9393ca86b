import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns whether a header may hold a signature, before the body is read. */
export const mayBeSignature = (signature: unknown): signature is string =>
  typeof signature === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(signature)

/**
 * Verifies the base64 HMAC-SHA256 of a raw body, as Shopify and WooCommerce sign. Compares
 * case-sensitively and in constant time.
 */
export const isSignedBody = (
  rawBody: Buffer,
  signature: unknown,
  secrets: readonly string[],
): boolean => {
  const given = Buffer.from(String(signature))
  const matches = secrets.map((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return matches.includes(true)
}
