import { RequestedTokenType, type Session } from '@shopify/shopify-api'
import {
  type Core,
  changeConnection,
  type DbQuery,
  resumeAfterAccess,
  type Store,
} from '../../adapter.ts'
import type { ShopifyApp, ShopifyDeps } from '../deps.ts'
import { type SessionStorage, sessionStorage } from '../sessions/storage.ts'
import { type TokenFailure, tokenFailureOf } from '../sessions/token-failure.ts'
import { connectionOf, isOfApp } from '../shops/connection.ts'
import { callingShops } from '../shops/shop-fetch.ts'
import { storesOfShopDomain } from '../shops/stores-of-shop.ts'
import { holdingSessionsOf } from '../tables/sessions.ts'
import { notifyMissed } from './notify-missed.ts'

/** Finds the app's session of a shop, which exists while the app is installed. */
export const findInstallation = (
  query: DbQuery,
  { sealer, app }: { sealer: ShopifyDeps['sealer']; app: ShopifyApp },
  shop: string,
): Promise<Session | undefined> =>
  sessionStorage({ query, sealer }).loadSession(app.library.session.getOfflineId(shop))

/** Returns whether a session's tokens can still be refreshed. */
export const canRefresh = ({ refreshTokenExpires: end }: Session): boolean =>
  !(end && end.getTime() < Date.now())

/**
 * Replaces a shop's tokens after an installation, under its session lock: the last issued tokens
 * win. Resumes the shop's stores and notifies them of missed changes. Rethrows errors of `ask`
 * without changes.
 */
export const keepInstallation = async (
  { db, clock, wakeWorkers }: Core,
  { sealer }: Pick<ShopifyDeps, 'sealer'>,
  {
    shop,
    obtainSession: ask,
  }: {
    shop: string
    /** `undefined`: another process has stored tokens that are as new. */
    obtainSession(storage: SessionStorage): Promise<Session | undefined>
  },
): Promise<void> => {
  const now = clock.now()
  const back = await holdingSessionsOf(db.query, shop, async (trx): Promise<Store[]> => {
    const storage = sessionStorage({ query: trx, sealer })
    const session = await ask(storage)
    if (!session) return []
    if (!session.accessToken) throw new SyntaxError('no token')
    // A new `created_at` outdates messages about the previous installation.
    await storage.deleteSession(session.id)
    await storage.storeSession(session)
    const stores = (await storesOfShopDomain(trx, shop)).filter(isOfApp)
    for (const store of stores) {
      const { uninstalled_at, ...connection } = connectionOf(store)
      if (uninstalled_at === undefined) continue
      await changeConnection(trx, store.id, connection)
      await notifyMissed(trx, store, now)
    }
    return stores
  })
  for (const { id: storeId } of back) {
    await resumeAfterAccess(db.query, { storeId, isReconnected: true, now })
  }
  wakeWorkers()
}

/**
 * Exchanges the admin's session token for new tokens, which recovers lost ones. Replaces only
 * `before`: another process may have stored newer ones.
 */
export const exchangeToken = async (
  ctx: Core,
  deps: Pick<ShopifyDeps, 'sealer' | 'calls'> & { app: ShopifyApp },
  {
    shop,
    sessionToken,
    before,
  }: { shop: string; sessionToken: string; before: Session | undefined },
): Promise<{ outcome: 'installed' } | TokenFailure> => {
  const { app, calls } = deps
  const ask = async (storage: SessionStorage): Promise<Session | undefined> => {
    const known = await storage.loadSession(app.library.session.getOfflineId(shop))
    if (known && known.accessToken !== before?.accessToken) return undefined
    const exchange = app.library.auth.tokenExchange({
      shop,
      sessionToken,
      requestedTokenType: RequestedTokenType.OfflineAccessToken,
      expiring: true,
    })
    return (await exchange).session
  }
  try {
    await callingShops(calls, () => keepInstallation(ctx, deps, { shop, obtainSession: ask }))
    return { outcome: 'installed' }
  } catch (error) {
    return tokenFailureOf(error)
  }
}
