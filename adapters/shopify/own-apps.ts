import type { Shopify } from '@shopify/shopify-api'
import type { StoreRow } from '../../src/ledger/ledger.ts'
import { type OpenConnection, shopCredentials } from './connection.ts'
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
