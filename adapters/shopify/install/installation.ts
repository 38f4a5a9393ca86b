import { RequestedTokenType, type Session } from '@shopify/shopify-api'
import type { Ledger, StoreRow } from '../../../src/ledger/ledger.ts'
import { holdingSessionsOf } from '../../../src/ledger/shopify-sessions.ts'
import { changeConnection, storesOfShop } from '../../../src/ledger/stores.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../../../src/payments/context.ts'
import { resumeNotifications } from '../../../src/payments/notifications.ts'
import { noteAccess } from '../../../src/payments/store-access.ts'
import { connectionOf } from '../connection.ts'
import type { ShopifyApp, ShopifyDeps } from '../deps.ts'
import { sessionStorage } from '../sessions/storage.ts'
import { type TokenFailure, tokenFailureOf } from '../sessions/token-failure.ts'
import { callingShops } from '../shop-fetch.ts'
import { tellMissed } from './tell-missed.ts'

/**
 * A shop has installed the app, or installed it again: its tokens are kept in place of older ones, and
 * stores that it had are told and asked again, also of what happened while it was away.
 */
export const keepInstallation = async (
  { ledger, clock, signals }: PaymentsContext,
  { sealer }: Pick<ShopifyDeps, 'sealer'>,
  session: Session,
): Promise<void> => {
  const { shop } = session
  const now = clock.now()
  const back = await holdingSessionsOf(ledger.query, shop, async (trx): Promise<StoreRow[]> => {
    const storage = sessionStorage({ query: trx, sealer })
    // Anew, not in its place: what is told of the installation before is older than this one.
    await storage.deleteSession(session.id)
    await storage.storeSession(session)
    const stores = await storesOfShop(trx, shop)
    for (const store of stores) {
      const { uninstalled_at, ...connection } = connectionOf(store)
      if (uninstalled_at === undefined) continue
      await changeConnection(trx, store.id, connection)
      await tellMissed(trx, store, now)
    }
    return stores
  })
  for (const { id: storeId } of back) {
    await noteAccess(ledger.query, { storeId, now })
    await resumeNotifications(ledger.query, { storeId, now })
  }
  signals.send(WORK_SIGNAL)
}

/** Whether there are tokens of a shop. */
export const isInstalled = async (
  ledger: Ledger,
  { sealer, app }: { sealer: ShopifyDeps['sealer']; app: ShopifyApp },
  shop: string,
): Promise<boolean> => {
  const storage = sessionStorage({ query: ledger.query, sealer })
  const session = await storage.loadSession(app.library.session.getOfflineId(shop))
  const end = session?.refreshTokenExpires
  return session !== undefined && !(end && end.getTime() < Date.now())
}

/**
 * Gets tokens for a shop whose merchant has opened the app in its admin: Shopify gives them for the
 * session token of an app that is installed, so that tokens which were lost come back by themselves.
 */
export const exchangeToken = async (
  ctx: PaymentsContext,
  deps: Pick<ShopifyDeps, 'sealer' | 'calls'> & { app: ShopifyApp },
  { shop, sessionToken }: { shop: string; sessionToken: string },
): Promise<{ outcome: 'installed' } | TokenFailure> => {
  const { app, calls } = deps
  try {
    const { session } = await callingShops(calls, () =>
      app.library.auth.tokenExchange({
        shop,
        sessionToken,
        requestedTokenType: RequestedTokenType.OfflineAccessToken,
        expiring: true,
      }),
    )
    if (!session.accessToken) throw new SyntaxError('no token')
    await keepInstallation(ctx, deps, session)
    return { outcome: 'installed' }
  } catch (error) {
    return tokenFailureOf(error)
  }
}
