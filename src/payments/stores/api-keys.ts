import type { Environment } from '../../contract/keys.ts'
import { currentActor } from '../../db/current-actor.ts'
import type { ApiKeyRow, DbQuery } from '../../db/db.ts'
import {
  apiKeysOf,
  endApiKey,
  getApiKey,
  hashApiKey,
  type KeyRightsRow,
  noteApiKeyUse,
  type PresentedKey,
  revokeApiKeys,
  saveApiKey,
} from '../../db/stores/api-keys.ts'
import { lockStore } from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { type Rights, SCOPES } from '../../domain/rights.ts'
import { addMs } from '../../runtime/clock.ts'
import { errorMessage } from '../../runtime/failure.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { secretHint } from './secret-hints.ts'

export const newApiKey = (ids: Ids, environment: Environment): string =>
  `puente_${environment}_${ids.secret(24)}`

/** Returns when and how a key ended; `undefined` if in force. */
export const endOfKey = (
  { expires_at, revoked_at }: Pick<ApiKeyRow, 'expires_at' | 'revoked_at'>,
  now: Date,
): { how: 'expired' | 'was revoked'; at: Date } | undefined => {
  if (revoked_at) return { how: 'was revoked', at: revoked_at }
  return expires_at && expires_at <= now ? { how: 'expired', at: expires_at } : undefined
}

export const ALL_RIGHTS: Rights = {
  scopes: SCOPES,
  refundLimit: undefined,
  refundDayLimit: undefined,
}

export const rightsOfKey = ({
  scopes,
  refund_limit_minor: minor,
  refund_limit_currency: currency,
  refund_day_limit_minor: dayMinor,
  refund_day_limit_currency: dayCurrency,
}: KeyRightsRow): Rights => ({
  scopes,
  refundLimit: minor === null ? undefined : moneyFromMinor(minor, currency ?? ''),
  refundDayLimit: dayMinor === null ? undefined : moneyFromMinor(dayMinor, dayCurrency ?? ''),
})

export const keepApiKey = async (
  { query, ids, now }: { query: DbQuery; ids: Ids; now: Date },
  key: {
    storeId: StoreId
    name: string
    apiKey: string
    expiresAt?: Date | null
    rights?: Rights
  },
): Promise<void> => {
  const { storeId, name, apiKey, expiresAt = null, rights = ALL_RIGHTS } = key
  const maker = currentActor()
  await saveApiKey(query, {
    id: ids.next('key'),
    store_id: storeId,
    name,
    hash: hashApiKey(apiKey),
    hint: secretHint(apiKey),
    made_by: maker?.kind === 'person' ? maker.id : null,
    created_at: now,
    expires_at: expiresAt,
    scopes: [...rights.scopes],
    refund_limit_minor: rights.refundLimit?.minor ?? null,
    refund_limit_currency: rights.refundLimit?.currency.code ?? null,
    refund_day_limit_minor: rights.refundDayLimit?.minor ?? null,
    refund_day_limit_currency: rights.refundDayLimit?.currency.code ?? null,
  })
}

interface KeyDeps {
  query: DbQuery
  ids: Ids
  now: Date
}

/**
 * Creates and returns another key; the database stores only its hash. `undefined`: no such store.
 */
export const createApiKey = (
  { query, ids, now }: KeyDeps,
  {
    storeId,
    name,
    expiresAt,
    rights = ALL_RIGHTS,
  }: { storeId: StoreId; name: string; expiresAt: Date | null; rights?: Rights },
): Promise<string | undefined> =>
  query.transaction().execute(async (trx) => {
    const store = await lockStore(trx, storeId)
    if (!store) return undefined
    const apiKey = newApiKey(ids, store.environment)
    await keepApiKey({ query: trx, ids, now }, { storeId, name, apiKey, expiresAt, rights })
    return apiKey
  })

export type RevokeKeyOutcome =
  | { outcome: 'revoked'; key: ApiKeyRow; left: number }
  | { outcome: 'no-such-key' }

/**
 * Revokes a key, immediately in every process; with `storeId`, only a key of that store. `left`
 * counts the keys still in force.
 */
export const revokeApiKey = (
  query: DbQuery,
  { id, storeId, now }: { id: string; storeId?: StoreId | undefined; now: Date },
): Promise<RevokeKeyOutcome> =>
  query.transaction().execute(async (trx): Promise<RevokeKeyOutcome> => {
    const key = await getApiKey(trx, id)
    if (!key || (storeId !== undefined && key.store_id !== storeId)) {
      return { outcome: 'no-such-key' }
    }
    await revokeApiKeys(trx, { storeId: key.store_id, id, now })
    const keys = await apiKeysOf(trx, key.store_id)
    return { outcome: 'revoked', key, left: keys.filter((each) => !endOfKey(each, now)).length }
  })

export type RotateKeyOutcome =
  | { outcome: 'rotated'; apiKey: string; replaced: ApiKeyRow; until: Date }
  | { outcome: 'no-such-store' | 'no-such-key' }
  /** Ambiguous: several keys are in force, or none. */
  | { outcome: 'which'; keys: ApiKeyRow[] }

/**
 * Replaces a key, with the same name and rights. Both work until `until`, or until the old one
 * expires. Without `keyId`, replaces the only key in force.
 */
export const rotateApiKey = (
  { query, ids, now }: KeyDeps,
  {
    storeId,
    keyId,
    until,
    expiresAt,
  }: { storeId: StoreId; keyId: string | undefined; until: Date; expiresAt: Date | null },
): Promise<RotateKeyOutcome> =>
  query.transaction().execute(async (trx): Promise<RotateKeyOutcome> => {
    const store = await lockStore(trx, storeId)
    if (!store) return { outcome: 'no-such-store' }
    const inForce = (await apiKeysOf(trx, storeId)).filter((key) => !endOfKey(key, now))
    const meant = keyId ? inForce.filter(({ id }) => id === keyId) : inForce
    if (keyId && meant.length === 0) return { outcome: 'no-such-key' }
    const [replaced, ...more] = meant
    if (!replaced || more.length > 0) return { outcome: 'which', keys: inForce }
    const end = replaced.expires_at && replaced.expires_at < until ? replaced.expires_at : until
    await endApiKey(trx, { id: replaced.id, until: end })
    const apiKey = newApiKey(ids, store.environment)
    const rights = rightsOfKey(replaced)
    const kept = { storeId, name: replaced.name, apiKey, expiresAt, rights }
    await keepApiKey({ query: trx, ids, now }, kept)
    return { outcome: 'rotated', apiKey, replaced, until: end }
  })

const NOTED_EVERY_MS = 60_000

/**
 * Records key use, at most once a minute each, in the background: requests neither wait for it nor
 * fail with it.
 */
export const createKeyUses = ({
  db,
  clock,
  log,
}: Pick<PaymentsContext, 'db' | 'clock' | 'log'>): {
  note(key: PresentedKey, apiKey: string): void
} => {
  const beingNoted = new Set<string>()
  return {
    note: ({ id, hint, last_used_at: last }, apiKey) => {
      const now = clock.now()
      const notSince = addMs(now, -NOTED_EVERY_MS)
      if ((last && last > notSince) || beingNoted.has(id)) return
      beingNoted.add(id)
      // Backfills an old key's hint.
      noteApiKeyUse(db.query, { id, hint: hint ?? secretHint(apiKey), now, notSince })
        .catch((error) => log.warn({ reason: errorMessage(error) }, 'use of an API key not noted'))
        .finally(() => beingNoted.delete(id))
    },
  }
}
