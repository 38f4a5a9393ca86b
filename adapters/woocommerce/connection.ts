import { z } from 'zod'
import type { SecretSealer } from '../../src/runtime/sealed-secrets.ts'
import { type DbQuery, replaceConnection, type StoreRow, sealStoreSecret } from '../adapter.ts'

/** How a store is reached; kept in the database as it is. */
export const siteSchema = z.object({
  /** As the merchant knows it: `https://shop.example`. */
  site_url: z.string(),
  /** The root of its REST API: `https://shop.example/wp-json/`. */
  rest_url: z.string(),
  /** When its merchant has disconnected it. */
  left_at: z.string().optional(),
})

export type Site = z.output<typeof siteSchema>

/** What we prove ourselves with towards a store, and it towards us; kept sealed. */
export const credentialsSchema = z.object({
  consumer_key: z.string(),
  consumer_secret: z.string(),
  /** `pps_…`: signs the calls between the plugin and us, both ways. */
  pairing_secret: z.string(),
  /** The one before: a plugin that is being paired anew uses it until it has tried the new one. */
  previous_pairing_secret: z.string().optional(),
  /** Whether the plugin has signed with the pairing secret: then this is the pairing that it has. */
  is_in_use: z.boolean().optional(),
  /** Signs the store's webhooks. */
  webhook_secret: z.string(),
})

export type Credentials = z.output<typeof credentialsSchema>

/** Opens what is sealed of a store's connection. */
export type OpenConnection = (store: StoreRow) => unknown

export const siteOf = (store: StoreRow): Site => siteSchema.parse(store.connection)

/** It was disconnected; what was under way then may still be told. */
export const isLeaving = (store: StoreRow): boolean => siteOf(store).left_at !== undefined

/** It was disconnected, and nothing that would let us in is left. */
export const isGone = (store: StoreRow): boolean =>
  isLeaving(store) && store.sealed_connection === null

export const credentialsOf = (store: StoreRow, open: OpenConnection): Credentials =>
  credentialsSchema.parse(open(store))

/** Keeps other credentials of a store, unless it was connected anew meanwhile. */
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
