import { eventOf, type NotificationEvent } from './events.ts'
import { bytesOf } from './raw-body.ts'
import { isSignedBy, keysOf, type NotifySecrets } from './signature.ts'

/** Headers of a request, as `Headers` or as `node:http` has them. */
export type HeadersGiven =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type RefusalReason =
  | 'not_raw'
  | 'missing_header'
  | 'malformed_header'
  | 'wrong_signature'
  | 'too_old'
  | 'too_new'
  | 'not_json'
  | 'not_a_notification'

export type Verified =
  | { valid: true; event: NotificationEvent }
  | { valid: false; reason: RefusalReason; message: string }

export interface VerifyOptions {
  /** Seconds that the time of the signature may differ from this machine's clock. Defaults to 300. */
  toleranceSeconds?: number | undefined
  /** Clock of this machine, for tests. */
  now?: (() => Date) | undefined
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Signatures of a rotation; more would only cost time. */
const MOST_SIGNATURES = 10

/**
 * Verifies a notification of Puente (Standard Webhooks 1.0) and returns its event. `body` is the
 * raw body: bytes, or the text of them. Throws a TypeError only for an unusable secret.
 */
export const verifyNotification = (
  body: Uint8Array | ArrayBuffer | string,
  headers: HeadersGiven,
  secrets: NotifySecrets,
  { toleranceSeconds = 300, now = () => new Date() }: VerifyOptions = {},
): Verified => {
  const keys = keysOf(secrets)
  const bytes = bytesOf(body)
  if (!bytes) {
    return refused(
      'not_raw',
      'The body is not raw: a parser read it before, and its bytes, which are signed, are lost. Pass the bytes or the text of the request body, and keep express.json() and the like off this route.',
    )
  }
  const [id, timestamp, signature] = NAMES.map((name) => headerOf(headers, name))
  const missing = NAMES.filter((name) => !headerOf(headers, name))
  if (!id || !timestamp || !signature) {
    return refused(
      'missing_header',
      `The header ${missing.join(' and the header ')} is missing: the request is not a notification of Puente, or something in front of the shop removes headers.`,
    )
  }
  if (!/^\d{1,11}$/.test(timestamp)) {
    return refused(
      'malformed_header',
      'The header webhook-timestamp is not a time in Unix seconds.',
    )
  }
  const signatures = signature.split(' ').slice(0, MOST_SIGNATURES)
  if (!signatures.some((each) => each.startsWith('v1,'))) {
    return refused('malformed_header', 'The header webhook-signature has no signature "v1,…".')
  }
  if (!isSignedBy(keys, { id, timestamp, body: bytes }, signatures)) {
    return refused(
      'wrong_signature',
      'The signature is wrong: the notify secret differs from that of the store, or the body or a header changed on the way. Compare the secret ("puente stores show"), and verify the raw body.',
    )
  }
  const late = lateness(Number(timestamp), { toleranceSeconds, now: now() })
  if (late) return late
  return parsed(id, bytes)
}

const refused = (reason: RefusalReason, message: string): Verified & { valid: false } => ({
  valid: false,
  reason,
  message,
})

const headerOf = (headers: HeadersGiven, name: string): string | undefined => {
  if (!headers) return undefined
  const value = isGetter(headers) ? headers.get(name) : inRecord(headers, name)
  return value?.trim() || undefined
}

const isGetter = (headers: HeadersGiven): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

const inRecord = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | undefined => {
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : undefined
}

const lateness = (
  seconds: number,
  { toleranceSeconds, now }: { toleranceSeconds: number; now: Date },
): (Verified & { valid: false }) | undefined => {
  const nowSeconds = Math.floor(now.getTime() / 1_000)
  const apart = nowSeconds - seconds
  if (Math.abs(apart) <= toleranceSeconds) return undefined
  const isOld = apart > 0
  const signedAt = new Date(seconds * 1_000).toISOString()
  return refused(
    isOld ? 'too_old' : 'too_new',
    `The notification was signed at ${signedAt}, and the clock of this machine says ${now.toISOString()}: ${Math.abs(apart)} seconds ${isOld ? 'later' : 'earlier'}, of which ${toleranceSeconds} are allowed. ${isOld ? 'It is a repetition of an old request, or the' : 'The'} clock of this machine or of Puente is wrong.`,
  )
}

const parsed = (id: string, bytes: Uint8Array): Verified => {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refused('not_json', 'The signature is right, and the body is not JSON in UTF-8.')
  }
  const event = eventOf(id, body)
  return event
    ? { valid: true, event }
    : refused('not_a_notification', 'The signature is right, and the body lacks "type", "timestamp" or "data".')
}
