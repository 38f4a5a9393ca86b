import { RequestedTokenType, type Session } from '@shopify/shopify-api'
import { addMs, DAY } from '../../../src/runtime/clock.ts'
import {
  type Core,
  catchUpSince,
  changeConnection,
  type DbQuery,
  resumeAfterAccess,
  type Store,
} from '../../adapter.ts'
import type { AppDeps } from '../deps.ts'
import { type SessionStorage, sessionStorage } from '../sessions/storage.ts'
import { connectionOf, isOfApp, storesOfShopDomain } from '../shops/connection.ts'
import { callingShops } from '../shops/shop-fetch.ts'
import { holdingSessionsOf } from '../tables/sessions.ts'

/** Returns the app's session, which exists while installed. */
export const findInstallation = (
  query: DbQuery,
  { sealer, app }: AppDeps,
  shop: string,
): Promise<Session | undefined> =>
  sessionStorage({ query, sealer }).loadSession(app.library.session.getOfflineId(shop))

export const canRefresh = ({ refreshTokenExpires: end }: Session): boolean =>
  !(end && end.getTime() < Date.now())

/**
 * Replaces a shop's tokens under its session lock: the last issued tokens win. Resumes the shop's
 * stores and notifies them of missed changes. Rethrows errors of `obtainSession` without changes.
 */
export const keepInstallation = async (
  { db, clock, wakeWorkers }: Core,
  { sealer }: AppDeps,
  installed: {
    shop: string
    /** `undefined`: another process has stored tokens as new. */
    obtainSession(storage: SessionStorage): Promise<Session | undefined>
  },
): Promise<void> => {
  const { shop } = installed
  const now = clock.now()
  const back = await holdingSessionsOf(db.query, shop, async (trx): Promise<Store[]> => {
    const storage = sessionStorage({ query: trx, sealer })
    const session = await installed.obtainSession(storage)
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
 * Exchanges the admin's session token for lost tokens. Replaces only `before`: another process may
 * have stored newer ones. Returns whether the shop has tokens again.
 */
export const exchangeToken = async (
  ctx: Core,
  deps: AppDeps,
  given: { shop: string; sessionToken: string; before: Session | undefined },
): Promise<boolean> => {
  const { app, calls } = deps
  const { shop, sessionToken, before } = given
  const obtainSession = async (storage: SessionStorage): Promise<Session | undefined> => {
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
    await callingShops(calls, () => keepInstallation(ctx, deps, { shop, obtainSession }))
    return true
  } catch {
    return false
  }
}

/** Allowance for a late uninstall webhook. */
const REPORTED_LATE_MS = DAY

/** Notifies of missed changes and polls open orders again, because earlier polls found nothing. */
export const notifyMissed = async (trx: DbQuery, store: Store, now: Date): Promise<void> => {
  const { uninstalled_at: awayFrom } = connectionOf(store)
  if (awayFrom === undefined) return
  await catchUpSince(trx, {
    storeId: store.id,
    since: addMs(new Date(awayFrom), -REPORTED_LATE_MS),
    occasion: `back:${awayFrom}`,
    now,
    syncs: true,
  })
}
