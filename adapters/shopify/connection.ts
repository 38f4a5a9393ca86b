import { z } from 'zod'
import type { StoreRow } from '../adapter.ts'

/** How a store is reached; kept in the database as it is. */
export const shopConnection = z.object({
  /** `cafe.myshopify.com`. */
  shop: z.string(),
  /**
   * `app`: it has installed this installation's app. `payments-app`: the same, and that is an approved
   * payments app. `single-merchant`: it has an app of its own.
   */
  mode: z.enum(['app', 'payments-app', 'single-merchant']),
  /** The shop has thrown the app out; nothing can be told or asked until it is back. */
  uninstalled_at: z.string().optional(),
})

export type ShopConnection = z.output<typeof shopConnection>

/** What a shop's own app proves itself with; kept sealed, and empty for a shop of our app. */
export const shopCredentials = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  /** The secrets before, and until when each counts: Shopify may sign with them for a while. */
  previous_client_secrets: z
    .array(z.object({ secret: z.string(), until: z.iso.datetime() }))
    .optional(),
})

export type ShopCredentials = z.output<typeof shopCredentials>

/** Those that somebody gives. */
export type OwnAppKeys = Pick<Required<ShopCredentials>, 'client_id' | 'client_secret'>

/** Opens what is sealed of a store's connection. */
export type OpenConnection = (store: StoreRow) => unknown

export const connectionOf = ({ connection }: Pick<StoreRow, 'connection'>): ShopConnection =>
  shopConnection.parse(connection)

/** It is reached by the app of this installation. */
export const isOfApp = (store: Pick<StoreRow, 'connection'>): boolean =>
  connectionOf(store).mode !== 'single-merchant'

export const isUninstalled = (store: Pick<StoreRow, 'connection'>): boolean =>
  connectionOf(store).uninstalled_at !== undefined
