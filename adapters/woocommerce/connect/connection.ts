import { z } from 'zod'
import type { Store } from '../../adapter.ts'

/** Address of a store, stored unencrypted. */
export const siteSchema = z.object({
  site_url: z.string(),
  /** REST API root: `https://shop.example/wp-json/`. */
  rest_url: z.string(),
  left_at: z.string().optional(),
})

export type Site = z.output<typeof siteSchema>

/** Credentials in both directions, sealed at rest. */
export const credentialsSchema = z.object({
  consumer_key: z.string(),
  consumer_secret: z.string(),
  /** `pps_…`: signs calls between plugin and Puente. */
  pairing_secret: z.string(),
  /** Valid until the plugin has tried the new one. */
  previous_pairing_secret: z.string().optional(),
  /** True once the plugin has signed with `pairing_secret`. */
  is_in_use: z.boolean().optional(),
  webhook_secret: z.string(),
})

export type Credentials = z.output<typeof credentialsSchema>

export type OpenSiteConnection = (store: Store) => unknown

export const siteOf = (store: Store): Site => siteSchema.parse(store.connection)

/** True once disconnected; notifications in flight still go out. */
export const isDisconnecting = (store: Store): boolean => siteOf(store).left_at !== undefined

export const isDisconnected = (store: Store): boolean =>
  isDisconnecting(store) && store.sealed_connection === null

export const credentialsOf = (store: Store, open: OpenSiteConnection): Credentials =>
  credentialsSchema.parse(open(store))
