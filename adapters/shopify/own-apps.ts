import type { Shopify } from '@shopify/shopify-api'
import { addMs, type Clock } from '../../src/runtime/clock.ts'
import type { StoreRow } from '../adapter.ts'
import {
  isOfApp,
  type OpenConnection,
  type OwnAppKeys,
  type ShopCredentials,
  shopCredentials,
} from './connection.ts'
import { shopifyLibrary } from './library.ts'

/** The apps that shops have for themselves, as their stores name them. */
export const appsOfStores = (
  stores: readonly StoreRow[],
  deps: { open: OpenConnection; clock: Clock },
  publicUrl: string,
): Shopify[] =>
  stores.flatMap((store) => {
    const { client_id: clientId } = shopCredentials.parse(deps.open(store))
    if (!clientId) return []
    return secretsOfOwnApp(store, deps).map((clientSecret) =>
      shopifyLibrary({ clientId, clientSecret, publicUrl }),
    )
  })

/** What a shop's own app may sign with now: its secret, and those before while Shopify changes over. */
export const secretsOfOwnApp = (
  store: StoreRow,
  { open, clock }: { open: OpenConnection; clock: Clock },
): string[] => {
  const { client_secret: current, previous_client_secrets: previous = [] } = shopCredentials.parse(
    open(store),
  )
  if (!current) return []
  const now = clock.now()
  return [
    current,
    ...previous.filter(({ until }) => new Date(until) > now).map(({ secret }) => secret),
  ]
}

/** As long as a webhook secret of the gateway that was replaced. */
const PREVIOUS_SECRET_FOR_MS = 24 * 60 * 60_000

/** The credentials of a shop's own app that is connected anew, with its secrets of before, each until its own end. */
export const credentialsAfter = (
  before: ShopCredentials,
  after: OwnAppKeys,
  now: Date,
): ShopCredentials => {
  const { client_secret: replaced, previous_client_secrets: previous = [] } = before
  if (before.client_id !== after.client_id || replaced === undefined) return after
  if (replaced === after.client_secret) return before
  const until = addMs(now, PREVIOUS_SECRET_FOR_MS).toISOString()
  return {
    ...after,
    previous_client_secrets: [
      { secret: replaced, until },
      ...previous.filter((one) => new Date(one.until) > now && one.secret !== after.client_secret),
    ],
  }
}

/**
 * Which app a store is reached by: the client id of its shop's own one, `undefined` for the app of
 * this installation. A shop can have both, and throw one of them out.
 */
export const ownAppOf = (
  store: StoreRow,
  { open }: { open: OpenConnection },
): string | undefined => (isOfApp(store) ? undefined : shopCredentials.parse(open(store)).client_id)
