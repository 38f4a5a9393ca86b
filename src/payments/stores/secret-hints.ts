import type { StoreRow } from '../../db/db.ts'
import { openReplaced, type ReplacedField } from '../../db/stores/replaced-secrets.ts'
import { openStoreSecret } from '../../db/stores/store-secrets.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'

export interface SecretHints {
  hint: string
  replaced: { hint: string; until: Date }[]
}

/** `undefined` if no sealing key opens it. */
export type HintsOfStore = Record<
  'secretKey' | 'webhookSecret' | 'notifySecret',
  SecretHints | undefined
>

export const hintsOfStore = (sealer: SecretSealer, store: StoreRow, now: Date): HintsOfStore => {
  const hints = (
    current: 'sealed_secret_key' | 'sealed_webhook_secret' | 'sealed_notify_secret',
    field?: ReplacedField,
  ): SecretHints | undefined => {
    try {
      const replaced = (field ? openReplaced(sealer, store, field) : [])
        .filter(({ until }) => until > now)
        .map(({ secret, until }) => ({ hint: secretHint(secret), until }))
      return { hint: secretHint(openStoreSecret(sealer, store, current)), replaced }
    } catch {
      return undefined
    }
  }
  return {
    secretKey: hints('sealed_secret_key'),
    webhookSecret: hints('sealed_webhook_secret', 'sealed_previous_webhook_secret'),
    notifySecret: hints('sealed_notify_secret', 'sealed_previous_notify_secret'),
  }
}

/** Returns the displayable part of a secret: prefix and last four characters. */
export const secretHint = (secret: string): string => {
  const [prefix = ''] = KIND.exec(secret) ?? []
  const rest = secret.slice(prefix.length)
  return `${prefix}…${rest.length >= LONG_ENOUGH ? rest.slice(-SHOWN) : ''}`
}

const KIND = /^(?:puente_(?:test|live)_|[sp]k_(?:test|live)_|whsec_)?/
const SHOWN = 4
/** Four characters of a short secret would reveal too much. */
const LONG_ENOUGH = 16
