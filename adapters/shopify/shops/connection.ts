import { z } from 'zod'
import { type DbQuery, noteAccessRefused, type Store, storesByShop } from '../../adapter.ts'

const shopConnection = z.object({
  /** For example `cafe.myshopify.com`. */
  shop: z.string(),
  /**
   * `app`: this installation's. `payments-app`: likewise, approved for payments. `single-merchant`:
   * the shop's own.
   */
  mode: z.enum(['app', 'payments-app', 'single-merchant']),
  /** No calls or notifications until a reinstall. */
  uninstalled_at: z.string().optional(),
})

export type ShopConnection = z.output<typeof shopConnection>

/** Sealed credentials of a shop's own app; empty for a shop of our app. */
export const shopCredentials = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  /** Shopify may still sign with former secrets after a rotation. */
  previous_client_secrets: z
    .array(z.object({ secret: z.string(), until: z.iso.datetime() }))
    .optional(),
})

export type ShopCredentials = z.output<typeof shopCredentials>

export type OwnAppKeys = Pick<Required<ShopCredentials>, 'client_id' | 'client_secret'>

export type OpenShopConnection = (store: Store) => unknown

export const connectionOf = ({ connection }: Pick<Store, 'connection'>): ShopConnection =>
  shopConnection.parse(connection)

/** Returns the last connected first. */
export const storesOfShopDomain = (query: DbQuery, shop: string): Promise<readonly Store[]> =>
  storesByShop(query, { platform: 'shopify', shop })

export const isOfApp = (store: Pick<Store, 'connection'>): boolean =>
  connectionOf(store).mode !== 'single-merchant'

export const isUninstalled = (store: Pick<Store, 'connection'>): boolean =>
  connectionOf(store).uninstalled_at !== undefined

/** Opens an access alert, unless the shop uninstalled the app since the call. */
export const noteRefused = (
  query: DbQuery,
  refused: Omit<Parameters<typeof noteAccessRefused>[1], 'isConnected'>,
): Promise<boolean> =>
  noteAccessRefused(query, { ...refused, isConnected: (store) => !isUninstalled(store) })
