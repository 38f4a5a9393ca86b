import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { CLOCK_SKEW_MS } from '../runtime/clock.ts'

/** Parsed `Service-Signature` header (6.4). */
export interface SignatureHeader {
  timestamp: string | undefined
  signatures: readonly Buffer[]
}

/** Prepared secret, cheaper to sign with than a string. */
export type SigningKey = KeyObject

export const signingKeyOf = (secret: string): SigningKey => createSecretKey(Buffer.from(secret))

export type SignatureCheck =
  | {
      valid: true
      /** Index of the secret that signed. */
      secretIndex: number
    }
  | { valid: false; reason: 'missing' | 'malformed' | 'wrong' | 'too-old' | 'from-the-future' }

/**
 * Verifies `Service-Signature: t=<unix_timestamp>,v1=<hex>` on the raw body in constant time (6.4).
 * Any of `secrets` may have signed, as in a rotation. The tolerance is a setting, because the
 * contract documents none: a gateway may retry with the first attempt's timestamp. Future
 * timestamps are bounded by clock skew.
 */
export const checkSignature = (check: {
  header: string | SignatureHeader | undefined
  rawBody: Buffer
  secrets: readonly (string | SigningKey)[]
  now: Date
  /** Maximum age. */
  toleranceSeconds: number
}): SignatureCheck => {
  if (!check.header) return { valid: false, reason: 'missing' }
  const { timestamp, signatures } = parsed(check.header)
  if (!timestamp || signatures.length === 0) return { valid: false, reason: 'malformed' }

  const secretIndex = check.secrets.findIndex((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(check.rawBody)
    const digest = expected.digest()
    return signatures.filter((signature) => timingSafeEqual(signature, digest)).length > 0
  })
  if (secretIndex < 0) return { valid: false, reason: 'wrong' }

  const reason = refusalByTime(timestamp, check)
  return reason ? { valid: false, reason } : { valid: true, secretIndex }
}

/** Returns the age in seconds, negative in the future. */
export const signatureAgeSeconds = (header: string | undefined, now: Date): number | null => {
  const { timestamp } = readSignatureHeader(header ?? '')
  return timestamp ? Math.round(now.getTime() / 1000 - Number(timestamp)) : null
}

/** Signs as the gateway would (6.4). */
export const signDelivery = (delivery: { secret: string; rawBody: Buffer; now: Date }): string => {
  const { secret, rawBody, now } = delivery
  const timestamp = Math.floor(now.getTime() / 1000)
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody)
  return `t=${timestamp},v1=${hmac.digest('hex')}`
}

/**
 * Rejects by the header alone, before the body arrives. The timestamp proves nothing yet, because
 * the signature is unverified.
 */
export const refusalByHeader = (check: {
  header: string | SignatureHeader | undefined
  now: Date
  toleranceSeconds: number
}): 'missing' | 'malformed' | 'too-old' | 'from-the-future' | undefined => {
  if (!check.header) return 'missing'
  const { timestamp, signatures } = parsed(check.header)
  if (!timestamp || signatures.length === 0) return 'malformed'
  return refusalByTime(timestamp, check)
}

const refusalByTime = (
  timestamp: string,
  { now, toleranceSeconds }: { now: Date; toleranceSeconds: number },
): 'too-old' | 'from-the-future' | undefined => {
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  if (ageSeconds > toleranceSeconds) return 'too-old'
  const mostAhead = Math.min(toleranceSeconds, CLOCK_SKEW_MS / 1_000)
  return ageSeconds < -mostAhead ? 'from-the-future' : undefined
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

const parsed = (header: string | SignatureHeader): SignatureHeader =>
  typeof header === 'string' ? readSignatureHeader(header) : header

/** Parses the header. Skips malformed parts; keeps at most five signatures, to bound the work. */
export const readSignatureHeader = (header: string): SignatureHeader => {
  let timestamp: string | undefined
  const signatures: Buffer[] = []
  for (const part of header.split(',')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    const value = part.slice(equals + 1).trim()
    if (name === 't' && /^\d{1,12}$/.test(value)) timestamp ??= value
    if (name === 'v1' && HEX_SHA256.test(value)) signatures.push(Buffer.from(value, 'hex'))
  }
  return { timestamp, signatures: signatures.slice(0, 5) }
}
