import { z } from 'zod'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import { type DbQuery, replaceConnection, type StoreRow, sealStoreSecret } from '../../adapter.ts'

/** Address of a store, stored unencrypted. */
export const siteSchema = z.object({
  site_url: z.string(),
  /** REST API root: `https://shop.example/wp-json/`. */
  rest_url: z.string(),
  /** Timestamp of the disconnection. */
  left_at: z.string().optional(),
})

export type Site = z.output<typeof siteSchema>

/** Credentials in both directions, sealed at rest. */
export const credentialsSchema = z.object({
  consumer_key: z.string(),
  consumer_secret: z.string(),
  /** `pps_…`: signs calls between plugin and Puente. */
  pairing_secret: z.string(),
  /** Previous secret, valid until the plugin has tried the new one. */
  previous_pairing_secret: z.string().optional(),
  /** True once the plugin has signed with `pairing_secret`. */
  is_in_use: z.boolean().optional(),
  webhook_secret: z.string(),
})

export type Credentials = z.output<typeof credentialsSchema>

export type OpenSiteConnection = (store: StoreRow) => unknown

export const siteOf = (store: StoreRow): Site => siteSchema.parse(store.connection)

/** True once disconnected; notifications in flight still go out. */
export const isDisconnecting = (store: StoreRow): boolean => siteOf(store).left_at !== undefined

/** True once disconnected and without credentials. */
export const isDisconnected = (store: StoreRow): boolean =>
  isDisconnecting(store) && store.sealed_connection === null

export const credentialsOf = (store: StoreRow, open: OpenSiteConnection): Credentials =>
  credentialsSchema.parse(open(store))

/** Replaces a store's sealed credentials; no-op if it was reconnected since. */
export const keepCredentials = (
  query: DbQuery,
  sealer: SecretSealer,
  { store, credentials, now }: { store: StoreRow; credentials: Credentials; now: Date },
): Promise<void> =>
  replaceConnection(query, store, {
    sealed: sealStoreSecret(sealer, {
      storeId: store.id,
      field: 'sealed_connection',
      secret: JSON.stringify(credentials),
    }),
    now,
  })
