import { z } from 'zod'
import type { StoreId } from '../../domain/ids.ts'
import { orUndefined } from '../../runtime/failure.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { StoreRow } from '../db.ts'
import { openStoreSecret, sealingContextOfSecret, sealStoreSecret } from './store-secrets.ts'

export interface ReplacedSecret {
  secret: string
  until: Date
}

/** Column with the expiry of the latest replaced secret. */
const UNTIL_COLUMN = {
  sealed_previous_webhook_secret: 'previous_webhook_secret_until',
  sealed_previous_notify_secret: 'previous_notify_secret_until',
} as const

export type ReplacedField = keyof typeof UNTIL_COLUMN

const kept = z.array(z.object({ secret: z.string(), until: z.iso.datetime() }))

/** Opens the latest first, expired ones included. */
export const openReplaced = (
  sealer: SecretSealer,
  store: StoreRow,
  field: ReplacedField,
): ReplacedSecret[] => {
  const sealed = store[field]
  const until = store[UNTIL_COLUMN[field]]
  if (!sealed || !until) return []
  const opened = sealer.open(sealed, sealingContextOfSecret(store.id, field))
  const { data } = kept.safeParse(orUndefined(() => JSON.parse(opened)))
  // Earlier format: one bare secret.
  if (!data) return [{ secret: opened, until }]
  return data.map((one) => ({ secret: one.secret, until: new Date(one.until) }))
}

/** Returns an empty list if no key opens them: for stores that get new secrets. */
export const tryOpenReplaced = (
  sealer: SecretSealer,
  store: StoreRow,
  field: ReplacedField,
): ReplacedSecret[] => orUndefined(() => openReplaced(sealer, store, field)) ?? []

/** Returns all secrets valid for incoming events at `now`, current and replaced. */
export const openWebhookSecrets = (sealer: SecretSealer, store: StoreRow, now: Date): string[] => [
  openStoreSecret(sealer, store, 'sealed_webhook_secret'),
  ...openGood(sealer, store, { field: 'sealed_previous_webhook_secret', now }),
]

/** Returns all secrets that sign notifications at `now`, current and replaced. */
export const openNotifySecrets = (sealer: SecretSealer, store: StoreRow, now: Date): string[] => [
  openStoreSecret(sealer, store, 'sealed_notify_secret'),
  ...openGood(sealer, store, { field: 'sealed_previous_notify_secret', now }),
]

const openGood = (
  sealer: SecretSealer,
  store: StoreRow,
  { field, now }: { field: ReplacedField; now: Date },
): string[] => {
  // Skips expired values: opening them would need an old key.
  if ((store[UNTIL_COLUMN[field]] ?? now) <= now) return []
  return openReplaced(sealer, store, field).flatMap(({ secret, until }) =>
    until > now ? [secret] : [],
  )
}

/** Seals replaced secrets into one value. */
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
