import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** One secret, or the new and the previous one of a rotation; empty ones are ignored. */
export type NotifySecrets = string | readonly (string | undefined)[]

/** Checks and decodes secrets. Throws a TypeError that says what is wrong, without the secret. */
export const keysOf = (secrets: NotifySecrets): readonly Uint8Array[] => {
  const given = (typeof secrets === 'string' ? [secrets] : Array.isArray(secrets) ? secrets : [])
    .map((secret: unknown) => (typeof secret === 'string' ? secret.trim() : ''))
    .filter((secret) => secret !== '')
  if (given.length === 0) {
    throw new TypeError(
      'There is no notify secret. Pass the whsec_… that "puente stores add" printed.',
    )
  }
  return given.map(keyOf)
}

/** Bound of Standard Webhooks; a shorter secret can be guessed. */
const LEAST_BYTES = 24

const keyOf = (secret: string): Uint8Array => {
  if (/^(?:puente|sk|pk)_/.test(secret)) {
    throw new TypeError('This is a key, not the notify secret. Use the whsec_… of the store.')
  }
  const text = secret.replace(/^whsec_/, '')
  const key = Buffer.from(text, 'base64')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new TypeError('The notify secret is not base64 after whsec_.')
  }
  if (key.length < LEAST_BYTES) {
    throw new TypeError(`The notify secret is too short: it has ${LEAST_BYTES} bytes or more.`)
  }
  return key
}

/** Signs per Standard Webhooks 1.0, over id, timestamp and raw body. */
export const signatureOf = (
  key: Uint8Array,
  { id, timestamp, body }: { id: string; timestamp: string; body: Uint8Array },
): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

/** Compares in constant time; tries every key with every signature. */
export const isSignedBy = (
  keys: readonly Uint8Array[],
  signed: { id: string; timestamp: string; body: Uint8Array },
  signatures: readonly string[],
): boolean => {
  const given = signatures.map((signature) => Buffer.from(signature))
  let isValid = false
  for (const key of keys) {
    const expected = Buffer.from(signatureOf(key, signed))
    for (const signature of given) {
      const isEqual = signature.length === expected.length && timingSafeEqual(signature, expected)
      isValid = isEqual || isValid
    }
  }
  return isValid
}
