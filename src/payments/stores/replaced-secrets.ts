import type { StoreRow } from '../../db/db.ts'
import {
  type ReplacedSecret,
  sealReplaced,
  tryOpenReplaced,
} from '../../db/stores/replaced-secrets.ts'
import { openStoreSecret, tryOpenWebhookSecret } from '../../db/stores/store-secrets.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'

interface Deps {
  sealer: SecretSealer
  now: Date
}

/**
 * Returns the default end of a replaced secret: a day, as the gateway retries for 81 minutes
 * (`gateway-api.md` 6.5).
 */
export const endOfReplaced = (now: Date): Date => addMs(now, DAY)

/** Upper bound on valid former secrets: each costs a check per mismatched signature. */
const MOST_REPLACED = 8

/** Upper bound on expired secrets, kept to recognise their signatures. */
const MOST_ENDED = 8

/**
 * Adds a replaced secret. Each verifies until its promised end, even if replaced again; the current
 * one leaves the list.
 */
export const withReplaced = (
  before: readonly ReplacedSecret[],
  replaced: ReplacedSecret,
  { current, now, mostEnded = 0 }: { current: string; now: Date; mostEnded?: number },
): ReplacedSecret[] => {
  const others = before.filter(({ secret }) => secret !== current && secret !== replaced.secret)
  const ended = others.filter(({ until }) => until <= now).slice(0, mostEnded)
  return [replaced, ...others.filter(({ until }) => until > now), ...ended]
}

/** Returns when a secret can be replaced again; `undefined`: now. */
export const canBeReplacedFrom = (
  before: readonly ReplacedSecret[],
  now: Date,
): Date | undefined => {
  const ends = before.map(({ until }) => until.getTime()).filter((end) => end > now.getTime())
  return ends.length < MOST_REPLACED ? undefined : new Date(Math.min(...ends))
}

const WEBHOOK_SECRETS = 'sealed_previous_webhook_secret'

/** Returns when the webhook secret can be replaced; `undefined`: now. */
export const webhookSecretFrom = (
  { sealer, now }: Deps,
  store: StoreRow,
  webhookSecret: string,
): Date | undefined => {
  const current = tryOpenWebhookSecret(sealer, store)
  if (current === undefined || current === webhookSecret) return undefined
  return canBeReplacedFrom(tryOpenReplaced(sealer, store, WEBHOOK_SECRETS), now)
}

/**
 * Returns the columns of former webhook secrets. The replaced one verifies for a day or until
 * `until`, because deliveries may be in flight. Without a new secret, changes the end of the latest
 * one.
 */
export const replacedWebhookSecret = (
  { sealer, now }: Deps,
  store: StoreRow,
  { webhookSecret, until }: { webhookSecret: string | undefined; until: Date | undefined },
) => {
  const columns = (replaced: readonly ReplacedSecret[]) => {
    const place = { storeId: store.id, field: WEBHOOK_SECRETS } as const
    const { sealed, until: last } = sealReplaced(sealer, place, replaced)
    return { [WEBHOOK_SECRETS]: sealed, previous_webhook_secret_until: last }
  }
  const secret = tryOpenWebhookSecret(sealer, store)
  const before = tryOpenReplaced(sealer, store, WEBHOOK_SECRETS)
  if (webhookSecret === undefined || webhookSecret === secret) {
    const [latest, ...others] = before
    return latest && until ? columns([{ ...latest, until }, ...others]) : {}
  }
  if (secret === undefined) return columns([])
  const replaced = { secret, until: until ?? endOfReplaced(now) }
  return columns(
    withReplaced(before, replaced, { current: webhookSecret, now, mostEnded: MOST_ENDED }),
  )
}

/**
 * Returns the columns of former notify secrets, each signing until its end; or `from`, the time of
 * the next possible replacement.
 */
export const replacedNotifySecret = (
  { sealer, now }: Deps,
  store: StoreRow,
  { notifySecret, until }: { notifySecret: string; until: Date },
) => {
  const place = { storeId: store.id, field: 'sealed_previous_notify_secret' } as const
  const before = tryOpenReplaced(sealer, store, place.field)
  const from = canBeReplacedFrom(before, now)
  if (from) return { from }
  const secret = openStoreSecret(sealer, store, 'sealed_notify_secret')
  const sealed = sealReplaced(
    sealer,
    place,
    withReplaced(before, { secret, until }, { current: notifySecret, now }),
  )
  return {
    columns: { [place.field]: sealed.sealed, previous_notify_secret_until: sealed.until },
  }
}
