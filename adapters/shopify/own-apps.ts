import type { Shopify } from '@shopify/shopify-api'
import type { StoreRow } from '../../src/ledger/ledger.ts'
import { isOfApp, type OpenConnection, shopCredentials } from './connection.ts'
import { shopifyLibrary } from './library.ts'

/** The apps that shops have for themselves, as their stores name them. */
export const appsOfStores = (
  stores: readonly StoreRow[],
  { open }: { open: OpenConnection },
  publicUrl: string,
): Shopify[] =>
  stores.flatMap((store) => {
    const credentials = shopCredentials.parse(open(store))
    const { client_id: clientId, client_secret: clientSecret } = credentials
    return clientId && clientSecret ? [shopifyLibrary({ clientId, clientSecret, publicUrl })] : []
  })

/**
 * Which app a store is reached by: the client id of its shop's own one, `undefined` for the app of
 * this installation. A shop can have both, and throw one of them out.
 */
export const ownAppOf = (
  store: StoreRow,
  { open }: { open: OpenConnection },
): string | undefined => (isOfApp(store) ? undefined : shopCredentials.parse(open(store)).client_id)
