import { RequestedTokenType, type Session } from '@shopify/shopify-api'
import {
  type Core,
  changeConnection,
  type Db,
  resumeNotifications,
  resumeOnceAllowed,
  type StoreRow,
} from '../../adapter.ts'
import { connectionOf, isOfApp } from '../connection.ts'
import type { ShopifyApp, ShopifyDeps } from '../deps.ts'
import { type SessionStorage, sessionStorage } from '../sessions/storage.ts'
import { type TokenFailure, tokenFailureOf } from '../sessions/token-failure.ts'
import { callingShops } from '../shop-fetch.ts'
import { storesOfShop } from '../stores-of-shop.ts'
import { holdingSessionsOf } from '../tables/sessions.ts'
import { tellMissed } from './notify-missed.ts'

/** An app's session of a shop, which is there when it has installed the app. */
export const findInstallation = (
  db: Db,
  { sealer, app }: { sealer: ShopifyDeps['sealer']; app: ShopifyApp },
  shop: string,
): Promise<Session | undefined> =>
  sessionStorage({ query: db.query, sealer }).loadSession(app.library.session.getOfflineId(shop))

/** Whether its tokens can still be renewed. */
export const isLasting = ({ refreshTokenExpires: end }: Session): boolean =>
  !(end && end.getTime() < Date.now())

/**
 * A shop has installed the app, or installed it again: its tokens are asked for, and kept in place of
 * older ones, while nobody else renews them, so that those are kept that were given last. Stores that
 * it had are told and asked again, also of what happened while it was away. What `ask` throws is
 * thrown on, and then nothing has changed.
 */
export const keepInstallation = async (
  { db, clock, wakeWorkers }: Core,
  { sealer }: Pick<ShopifyDeps, 'sealer'>,
  {
    shop,
    ask,
  }: {
    shop: string
    /** `undefined`: by now there are tokens that are as new. */
    ask(storage: SessionStorage): Promise<Session | undefined>
  },
): Promise<void> => {
  const now = clock.now()
  const back = await holdingSessionsOf(db.query, shop, async (trx): Promise<StoreRow[]> => {
    const storage = sessionStorage({ query: trx, sealer })
    const session = await ask(storage)
    if (!session) return []
    if (!session.accessToken) throw new SyntaxError('no token')
    // Anew, not in its place: what is told of the installation before is older than this one.
    await storage.deleteSession(session.id)
    await storage.storeSession(session)
    const stores = (await storesOfShop(trx, shop)).filter(isOfApp)
    for (const store of stores) {
      const { uninstalled_at, ...connection } = connectionOf(store)
      if (uninstalled_at === undefined) continue
      await changeConnection(trx, store.id, connection)
      await tellMissed(trx, store, now)
    }
    return stores
  })
  for (const { id: storeId } of back) {
    await resumeOnceAllowed(db.query, { storeId, now })
    await resumeNotifications(db.query, { storeId, now })
  }
  wakeWorkers()
}

/**
 * Gets tokens for a shop whose merchant has opened the app in its admin: Shopify gives them for the
 * session token of an app that is installed, so that tokens which were lost come back by themselves.
 * `before` are those that do not do; somebody else may have got others by then.
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
    await callingShops(calls, () => keepInstallation(ctx, deps, { shop, ask }))
    return { outcome: 'installed' }
  } catch (error) {
    return tokenFailureOf(error)
  }
}
