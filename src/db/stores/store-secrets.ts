import { z } from 'zod'
import type { StoreId } from '../../domain/ids.ts'
import { orUndefined } from '../../runtime/failure.ts'
import { splitLogin } from '../../runtime/net/address-login.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { StoreRow } from '../db.ts'

export const SEALED_FIELDS = [
  'sealed_secret_key',
  'sealed_webhook_secret',
  'sealed_previous_webhook_secret',
  'sealed_notify_secret',
  'sealed_previous_notify_secret',
  'sealed_connection',
] as const
export type SealedField = (typeof SEALED_FIELDS)[number]

/** Binds each secret to its store and field. */
export const sealingContextOfSecret = (storeId: string, field: SealedField): string =>
  `stores/${storeId}/${field}`

export const sealStoreSecret = (
  sealer: SecretSealer,
  { storeId, field, secret }: { storeId: StoreId; field: SealedField; secret: string },
): string => sealer.seal(secret, sealingContextOfSecret(storeId, field))

export const openStoreSecret = (
  sealer: SecretSealer,
  store: StoreRow,
  field: 'sealed_secret_key' | 'sealed_webhook_secret' | 'sealed_notify_secret',
): string => sealer.open(store[field], sealingContextOfSecret(store.id, field))

type ConnectedStore = Pick<StoreRow, 'id' | 'sealed_connection'>

/** Returns `undefined` if the adapter needs no credentials. */
export const openConnection = (sealer: SecretSealer, store: ConnectedStore): unknown => {
  const sealed = store.sealed_connection
  if (sealed === null) return undefined
  return JSON.parse(sealer.open(sealed, sealingContextOfSecret(store.id, 'sealed_connection')))
}

const LOGINS = z.object({ notify_url: z.string().optional(), orders_url: z.string().optional() })

/** `user:password` of a store's own addresses. */
export type AddressLogins = z.output<typeof LOGINS>

export const openAddressLogins = (sealer: SecretSealer, store: ConnectedStore): AddressLogins =>
  LOGINS.safeParse(openConnection(sealer, store)).data ?? {}

/** Splits addresses into plain columns and sealed logins. */
export const addressColumns = (
  sealer: SecretSealer,
  {
    storeId,
    addresses,
    before,
  }: {
    storeId: StoreId
    /** An omitted address stays. */
    addresses: { notify_url?: string | null | undefined; orders_url?: string | null | undefined }
    before: AddressLogins
  },
) => {
  const logins: AddressLogins = { ...before }
  const columns: { notify_url?: string | null; orders_url?: string | null } = {}
  for (const field of ['notify_url', 'orders_url'] as const) {
    const typed = addresses[field]
    if (typed === undefined) continue
    const { address, login } =
      typed === null ? { address: null, login: undefined } : splitLogin(typed)
    columns[field] = address
    logins[field] = login
  }
  const isNone = Object.values(logins).every((login) => login === undefined)
  const secret = JSON.stringify(logins)
  const field = 'sealed_connection' as const
  return {
    ...columns,
    [field]: isNone ? null : sealStoreSecret(sealer, { storeId, field, secret }),
  }
}

/** Returns `undefined` if no key opens it. */
export const tryOpenConnection = (sealer: SecretSealer, store: ConnectedStore): unknown =>
  orUndefined(() => openConnection(sealer, store))

/** Returns `undefined` if no key opens it. */
export const tryOpenWebhookSecret = (sealer: SecretSealer, store: StoreRow): string | undefined =>
  orUndefined(() => openStoreSecret(sealer, store, 'sealed_webhook_secret'))
