import type { StoreRow } from '../../db/db.ts'
import { tryOpenReplaced } from '../../db/stores/replaced-secrets.ts'
import { tryOpenWebhookSecret } from '../../db/stores/store-secrets.ts'
import { findStore, listStores } from '../../db/stores/stores.ts'
import type { RecognisedRefusal } from '../../db/tables/events.ts'
import type { StoreId } from '../../domain/ids.ts'
import { checkSignature, type SignatureHeader } from '../../gateway/webhook-signature.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'

interface WrongDelivery {
  header: SignatureHeader | undefined
  rawBody: Buffer
}

/**
 * Returns the known secret that signed a refused delivery; `undefined` if none did or the check was
 * skipped.
 */
export type RecogniseSecret = (
  storeId: StoreId,
  delivery: WrongDelivery,
) => Promise<RecognisedRefusal | undefined>

interface KnownSecrets {
  storeId: StoreId
  organizationId: string
  secrets: readonly string[]
}

/**
 * Pause after a check, as a multiple of its duration: forged deliveries use at most a twentieth of
 * the process's time.
 */
const PAUSE_FACTOR = 20
const STORE_CHECK_INTERVAL_MS = 2_000
const SECRETS_KNOWN_FOR_MS = 60_000
const MOST_STORES_REMEMBERED = 10_000

/**
 * Recognises deliveries signed with a store's former secret, or with a secret of another store of
 * its organization: the gateway sent them, and an operator pasted the wrong secret. Other
 * organizations' secrets prove nothing. Checks only a sample, so that forged deliveries stay cheap.
 */
export const createSecretRecognition = (
  { db: { query } }: Pick<PaymentsContext, 'db'>,
  sealer: SecretSealer,
): RecogniseSecret => {
  let known: { secrets: Promise<KnownSecrets[]>; until: number } | undefined
  let restsUntil = 0
  const storeRestsUntil = new Map<StoreId, number>()

  const secretsOf = (store: StoreRow): KnownSecrets => {
    const current = tryOpenWebhookSecret(sealer, store)
    const replaced = tryOpenReplaced(sealer, store, 'sealed_previous_webhook_secret')
    const former = replaced.map(({ secret }) => secret)
    return {
      storeId: store.id,
      organizationId: store.organization_id,
      secrets: current === undefined ? former : [current, ...former],
    }
  }
  const load = async (): Promise<KnownSecrets[]> => (await listStores(query)).map(secretsOf)

  return async (storeId, { header, rawBody }) => {
    const now = performance.now()
    if (now < restsUntil || now < (storeRestsUntil.get(storeId) ?? 0)) return undefined
    if (storeRestsUntil.size >= MOST_STORES_REMEMBERED) storeRestsUntil.clear()
    storeRestsUntil.set(storeId, now + STORE_CHECK_INTERVAL_MS)
    if (!known || known.until <= now) {
      known = { secrets: load(), until: now + SECRETS_KNOWN_FOR_MS }
      known.secrets.catch(() => {
        known = undefined
      })
    }
    // Uncached, because a rotation may have just happened.
    const [own, all] = await Promise.all([findStore(query, storeId), known.secrets])
    const begunAt = performance.now()
    const isSigner = ({ secrets }: KnownSecrets): boolean =>
      checkSignature({ header, rawBody, secrets, ...ANY_TIME }).valid
    const isFormer = own !== undefined && isSigner(secretsOf(own))
    const others = all.filter(
      ({ storeId: id, organizationId }) =>
        id !== storeId && organizationId === own?.organization_id,
    )
    const isOther = !isFormer && others.some(isSigner)
    const endedAt = performance.now()
    restsUntil = endedAt + (endedAt - begunAt) * PAUSE_FACTOR
    return isFormer ? 'former-secret' : isOther ? 'other-store' : undefined
  }
}

/** Disables the timestamp check. */
const ANY_TIME = { now: new Date(8.64e15), toleranceSeconds: Number.POSITIVE_INFINITY }
