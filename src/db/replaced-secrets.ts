import { z } from 'zod'
import type { StoreId } from '../domain/ids.ts'
import type { SecretSealer } from '../runtime/sealed-secrets.ts'
import type { StoreRow } from './db.ts'
import { contextOf, openStoreSecret, sealStoreSecret } from './store-secrets.ts'

/** A secret that was replaced, and until when it is good all the same. */
export interface ReplacedSecret {
  secret: string
  until: Date
}

/** Of each secret that is replaced, the columns that have those of before, and when the last of them ends. */
const UNTIL_COLUMN = {
  sealed_previous_webhook_secret: 'previous_webhook_secret_until',
  sealed_previous_notify_secret: 'previous_notify_secret_until',
} as const

export type ReplacedField = keyof typeof UNTIL_COLUMN

const kept = z.array(z.object({ secret: z.string(), until: z.iso.datetime() }))

/**
 * The secrets of a store that were replaced, the latest first; also those that have ended since the
 * last change.
 */
export const openReplaced = (
  sealer: SecretSealer,
  store: StoreRow,
  field: ReplacedField,
): ReplacedSecret[] => {
  const sealed = store[field]
  const until = store[UNTIL_COLUMN[field]]
  if (!sealed || !until) return []
  const opened = sealer.open(sealed, contextOf(store.id, field))
  const { data } = kept.safeParse(jsonOf(opened))
  // As it was kept when there was one at most: the secret itself.
  if (!data) return [{ secret: opened, until }]
  return data.map((one) => ({ secret: one.secret, until: new Date(one.until) }))
}

/** The same of a store whose secrets are replaced; what no key opens any more is none. */
export const openFormerReplaced = (
  sealer: SecretSealer,
  store: StoreRow,
  field: ReplacedField,
): ReplacedSecret[] => {
  try {
    return openReplaced(sealer, store, field)
  } catch {
    return []
  }
}

/** The secrets that may have signed an event now: the current one, and each before it until it ends. */
export const openWebhookSecrets = (sealer: SecretSealer, store: StoreRow, now: Date): string[] => [
  openStoreSecret(sealer, store, 'sealed_webhook_secret'),
  ...openGood(sealer, store, { field: 'sealed_previous_webhook_secret', now }),
]

/** What signs a message to the store now: the current secret, and each before it until it ends. */
export const openNotifySecrets = (sealer: SecretSealer, store: StoreRow, now: Date): string[] => [
  openStoreSecret(sealer, store, 'sealed_notify_secret'),
  ...openGood(sealer, store, { field: 'sealed_previous_notify_secret', now }),
]

const openGood = (
  sealer: SecretSealer,
  store: StoreRow,
  { field, now }: { field: ReplacedField; now: Date },
): string[] => {
  // What has ended is not needed, so that it need not be opened either.
  if ((store[UNTIL_COLUMN[field]] ?? now) <= now) return []
  return openReplaced(sealer, store, field).flatMap(({ secret, until }) =>
    until > now ? [secret] : [],
  )
}

/** What is written of replaced secrets: all of them in one sealed value, and when the last one ends. */
export const sealReplaced = (
  sealer: SecretSealer,
  { storeId, field }: { storeId: StoreId; field: ReplacedField },
  replaced: readonly ReplacedSecret[],
): { sealed: string | null; until: Date | null } => {
  if (replaced.length === 0) return { sealed: null, until: null }
  return {
    sealed: sealStoreSecret(sealer, { storeId, field, secret: JSON.stringify(replaced) }),
    until: new Date(Math.max(...replaced.map(({ until }) => until.getTime()))),
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
