import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Uses AES-256-GCM. */
export interface SecretSealer {
  /** Ids of the key ring; the first key seals. */
  keyIds: readonly [string, ...string[]]
  /** Binds the secret to `context` (store and field): it opens nowhere else. */
  seal(plain: string, context: string): string
  open(sealed: string, context: string): string
  /** Derives a secret for one purpose (HKDF, hex of 32 bytes). */
  derive(purpose: string): string
}

/** Terminal until a human provides the key. */
export class UnopenedSecret extends Error {}

/** The first key of a ring seals; all keys open. */
export interface SealingKey {
  id: string
  key: Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals as `v1.<key id>.<base64url of nonce, ciphertext, tag>`. `open` throws `UnopenedSecret` for
 * a changed or moved value, or an unknown key.
 */
export const createSecretSealer = (keyRing: readonly SealingKey[]): SecretSealer => {
  const [current] = keyRing
  if (!current) throw new Error('The key ring for sealed secrets is empty')
  const [, ...others] = keyRing
  return {
    keyIds: [current.id, ...others.map(({ id }) => id)],
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `v1.${current.id}.${sealed.toString('base64url')}`
    },
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', current.key, '', purpose, 32)).toString('hex'),
    open: (sealed, context) => {
      const [version, keyId, payload, ...more] = sealed.split('.')
      const key = keyRing.find((candidate) => candidate.id === keyId)?.key
      if (version !== 'v1' || !key || !payload || more.length > 0)
        throw new UnopenedSecret(`No key opens the sealed ${context}`)
      const bytes = Buffer.from(payload, 'base64url')
      // Buffer skips invalid base64url, and Node accepts short tags.
      if (bytes.toString('base64url') !== payload || bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new UnopenedSecret(`The sealed ${context} was changed`)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch {
        throw new UnopenedSecret(`The sealed ${context} was changed, or sealed for another place`)
      }
    },
  }
}
