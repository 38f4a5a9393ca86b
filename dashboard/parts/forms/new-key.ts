const BYTES = 16

/** Returns a new idempotency key. Pages without TLS have no `crypto.randomUUID`. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
