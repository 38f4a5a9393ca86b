import { type Core, changeConnection, closeAlerts, type DbQuery } from '../../adapter.ts'
import { connectionOf, type OpenShopConnection, storesOfShopDomain } from '../shops/connection.ts'
import { ownAppOf } from '../shops/own-apps.ts'
import {
  deleteShopifySessions,
  holdingSessionsOf,
  isSessionOf,
  type ShopifySessionRow,
  shopifySessionsOf,
} from '../tables/sessions.ts'

interface AppOfShop {
  shop: string
  /** See `ownAppOf`. */
  ownApp: string | undefined
}

/**
 * Deletes tokens and marks the stores, which stops all calls and notifications; keeps payments.
 * Ignores a message older than the installation.
 */
export const uninstall = (
  { db, clock }: Core,
  { open }: { open: OpenShopConnection },
  { shop, ownApp, at }: AppOfShop & { at: Date },
): Promise<'uninstalled' | 'before-reinstallation'> =>
  holdingSessionsOf(db.query, shop, async (trx) => {
    const sessions = await sessionsOfApp(trx, { shop, ownApp })
    if (sessions.some(isNewerThan(at))) return 'before-reinstallation'
    const ids = sessions.map(({ id }) => id)
    await deleteShopifySessions(trx, ids)
    const now = clock.now()
    for (const store of await storesOfShopDomain(trx, shop)) {
      if (ownAppOf(store, { open }) !== ownApp) continue
      // A repeat keeps the first time: notifications stopped then.
      const connection = { uninstalled_at: now.toISOString(), ...connectionOf(store) }
      await changeConnection(trx, store.id, connection)
      await closeAlerts(trx, { storeId: store.id, kind: 'store_access_refused', now })
    }
    return 'uninstalled'
  })

export const isBackSince = async (
  query: DbQuery,
  { at, ...app }: AppOfShop & { at: Date },
): Promise<boolean> => (await sessionsOfApp(query, app)).some(isNewerThan(at))

const isNewerThan =
  (at: Date) =>
  ({ created_at }: ShopifySessionRow): boolean =>
    created_at > at

const sessionsOfApp = async (
  query: DbQuery,
  { shop, ownApp }: AppOfShop,
): Promise<ShopifySessionRow[]> =>
  (await shopifySessionsOf(query, shop)).filter(({ id }) => isSessionOf(id, ownApp))
