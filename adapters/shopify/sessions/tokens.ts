import { Session, type Shopify } from '@shopify/shopify-api'
import type { Clock } from '../../../src/runtime/clock.ts'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import { type Core, type DbQuery, resumeAfterAccess, type Store } from '../../adapter.ts'
import type { GraphqlFailure } from '../graphql/outcome.ts'
import { shopifyLibrary } from '../library.ts'
import {
  connectionOf,
  isUninstalled,
  noteRefused,
  type OpenShopConnection,
  shopCredentials,
} from '../shops/connection.ts'
import { callingShops, type ShopCalls } from '../shops/shop-fetch.ts'
import { holdingSessionsOf, ownSessionId } from '../tables/sessions.ts'
import { sessionStorage } from './storage.ts'
import { NOT_INSTALLED, tokenFailureOf } from './token-failure.ts'

export type TokenOutcome = { outcome: 'token'; accessToken: string } | GraphqlFailure

export interface RefusedToken {
  refused?: string | undefined
}

export type TokenOf = (store: Store, options?: RefusedToken) => Promise<TokenOutcome>

interface TokenDeps {
  db: Core['db']
  sealer: SecretSealer
  /** Clock of alert timestamps; tokens expire by the wall clock. */
  clock: Clock
  open: OpenShopConnection
  app: Shopify | undefined
  publicUrl: string
  calls: ShopCalls
}

/** A call may take long. */
const RENEW_BEFORE_MS = 5 * 60_000

interface Source {
  id: string
  shop: string
  /** `undefined`: nothing to request with. */
  renew(before: Session | undefined): Promise<Session | undefined>
}

/**
 * Refreshes tokens early: an app's by its rotating refresh token, an own app's by its credentials.
 * One process at a time per shop, because concurrent refreshes invalidate each other.
 */
export const createTokens = (deps: TokenDeps): TokenOf => {
  const renewing = new Map<string, Promise<TokenOutcome>>()
  const storageOn = (query: DbQuery) => sessionStorage({ query, sealer: deps.sealer })

  const renew = ({ id, shop, renew: refresh }: Source, refused: string | undefined) =>
    holdingSessionsOf(deps.db.query, shop, async (trx): Promise<TokenOutcome> => {
      const storage = storageOn(trx)
      const session = await storage.loadSession(id)
      // Another process may have been first.
      if (session && isGood(session, refused)) return give(session)
      try {
        const renewed = await callingShops(deps.calls, () => refresh(session))
        if (!renewed) return NOT_INSTALLED
        if (!renewed.accessToken) throw new SyntaxError('no token')
        await storage.storeSession(renewed)
        return give(renewed)
      } catch (error) {
        const failure = tokenFailureOf(error)
        const isStillGood = session?.accessToken !== refused && session?.isExpired() === false
        return failure.retry === 'retry' && isStillGood ? give(session) : failure
      }
    })

  /** Coalesces refreshes, so one connection waits for the lock. */
  const renewOnce = async (source: Source, refused: string | undefined): Promise<TokenOutcome> => {
    const running = renewing.get(source.id)
    if (running) {
      const shared = await running
      const isRefused = shared.outcome === 'token' && shared.accessToken === refused
      return isRefused ? renewOnce(source, refused) : shared
    }
    const started = renew(source, refused).finally(() => renewing.delete(source.id))
    renewing.set(source.id, started)
    return started
  }

  return async (store, { refused } = {}) => {
    const source = isUninstalled(store) ? undefined : sourceOf(store, deps)
    if (!source) return NOT_INSTALLED
    const session = await storageOn(deps.db.query).loadSession(source.id)
    if (session && isGood(session, refused)) return give(session)
    const renewed = await renewOnce(source, refused)
    await noteRenewal(deps, store, { renewed, wasRefused: refused !== undefined })
    return renewed
  }
}

const give = ({ accessToken }: Session): TokenOutcome =>
  accessToken ? { outcome: 'token', accessToken } : NOT_INSTALLED

const isGood = (session: Session, refused: string | undefined): boolean =>
  session.accessToken !== refused && !session.isExpired(RENEW_BEFORE_MS)

const sourceOf = (store: Store, { app, open, publicUrl }: TokenDeps): Source | undefined => {
  const { shop, mode } = connectionOf(store)
  if (mode !== 'single-merchant') return app && sourceOfApp(app, shop)
  const { client_id: clientId, client_secret: clientSecret } = shopCredentials.parse(open(store))
  if (!clientId || !clientSecret) return undefined
  const library = shopifyLibrary({ clientId, clientSecret, publicUrl })
  const id = ownSessionId(clientId, library.session.getOfflineId(shop))
  return {
    id,
    shop,
    renew: async () => {
      const { session } = await library.auth.clientCredentials({ shop })
      return new Session({ ...session.toObject(), id })
    },
  }
}

const sourceOfApp = (app: Shopify, shop: string): Source => ({
  id: app.session.getOfflineId(shop),
  shop,
  renew: async (before) => {
    if (!before?.refreshToken) return undefined
    const { refreshToken } = before
    return (await app.auth.refreshToken({ shop, refreshToken })).session
  },
})

/**
 * Opens an access alert until the shop issues a token. After a refused token, the next call
 * decides: the shop may refuse the new one, too.
 */
const noteRenewal = async (
  { db: { query }, clock }: TokenDeps,
  { id: storeId }: Store,
  { renewed, wasRefused }: { renewed: TokenOutcome; wasRefused: boolean },
): Promise<void> => {
  const access = { storeId, now: clock.now() }
  if (renewed.outcome === 'token') {
    if (!wasRefused) await resumeAfterAccess(query, access)
  } else if (renewed.retry === 'ask-a-person') {
    await noteRefused(query, { ...access, reason: renewed.detail })
  }
}
