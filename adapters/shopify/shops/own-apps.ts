import type { Shopify } from '@shopify/shopify-api'
import { addMs, type Clock } from '../../../src/runtime/clock.ts'
import type { Store } from '../../adapter.ts'
import { shopifyLibrary } from '../library.ts'
import {
  isOfApp,
  type OpenShopConnection,
  type OwnAppKeys,
  type ShopCredentials,
  shopCredentials,
} from './connection.ts'

/** Creates one library instance per store and secret. */
export const appsOfStores = (
  stores: readonly Store[],
  deps: { open: OpenShopConnection; clock: Clock },
  publicUrl: string,
): Shopify[] =>
  stores.flatMap((store) => {
    const { client_id: clientId } = shopCredentials.parse(deps.open(store))
    if (!clientId) return []
    return secretsOfOwnApp(store, deps).map((clientSecret) =>
      shopifyLibrary({ clientId, clientSecret, publicUrl }),
    )
  })

/** Includes former secrets during a rotation. */
export const secretsOfOwnApp = (
  store: Store,
  { open, clock }: { open: OpenShopConnection; clock: Clock },
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

/** Same as for the gateway's webhook secrets. */
const PREVIOUS_SECRET_FOR_MS = 24 * 60 * 60_000

/** Merges new credentials with former secrets, each until its expiry. */
export const rotateCredentials = (
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
 * Returns the client id; `undefined` for this installation's app. A shop can have both and
 * uninstall one.
 */
export const ownAppOf = (
  store: Store,
  { open }: { open: OpenShopConnection },
): string | undefined => (isOfApp(store) ? undefined : shopCredentials.parse(open(store)).client_id)
