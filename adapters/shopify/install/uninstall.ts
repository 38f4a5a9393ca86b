import {
  type Core,
  changeConnection,
  type DbQuery,
  forgetAccess,
  type PlatformMessageOutcome,
} from '../../adapter.ts'
import { connectionOf, type OpenConnection } from '../connection.ts'
import { ownAppOf } from '../own-apps.ts'
import { isSessionOf } from '../sessions/session-id.ts'
import { storesOfShop } from '../stores-of-shop.ts'
import {
  deleteShopifySessions,
  holdingSessionsOf,
  type ShopifySessionRow,
  shopifySessionsOf,
} from '../tables/sessions.ts'

/**
 * A shop has thrown an app out: its tokens are dropped and the stores that it served are marked, so
 * that nothing is told or asked any more. What was paid stays in the database. A message that is older
 * than the installation there is now is of an earlier one.
 */
export const uninstall = (
  { db, clock }: Core,
  { open }: { open: OpenConnection },
  {
    shop,
    ownApp,
    at,
  }: {
    shop: string
    /** The client id of the shop's own app; `undefined`: it was this installation's. */
    ownApp: string | undefined
    at: Date
  },
): Promise<PlatformMessageOutcome> =>
  holdingSessionsOf(db.query, shop, async (trx) => {
    const sessions = await sessionsOfApp(trx, { shop, ownApp })
    if (sessions.some(isNewerThan(at))) return { outcome: 'handled', note: 'before-reinstallation' }
    await deleteShopifySessions(
      trx,
      sessions.map(({ id }) => id),
    )
    const now = clock.now()
    for (const store of await storesOfShop(trx, shop)) {
      if (ownAppOf(store, { open }) !== ownApp) continue
      // Since it is away it was told nothing, however often that is said.
      const connection = { uninstalled_at: now.toISOString(), ...connectionOf(store) }
      await changeConnection(trx, store.id, connection)
      await forgetAccess(trx, { storeId: store.id, now })
    }
    return { outcome: 'handled', note: 'uninstalled' }
  })

/** Whether a shop has installed an app anew since it threw it out. */
export const isBackSince = async (
  query: DbQuery,
  { at, ...app }: { shop: string; ownApp: string | undefined; at: Date },
): Promise<boolean> => (await sessionsOfApp(query, app)).some(isNewerThan(at))

const isNewerThan =
  (at: Date) =>
  ({ created_at }: ShopifySessionRow): boolean =>
    created_at > at

const sessionsOfApp = async (
  query: DbQuery,
  { shop, ownApp }: { shop: string; ownApp: string | undefined },
): Promise<ShopifySessionRow[]> =>
  (await shopifySessionsOf(query, shop)).filter(({ id }) => isSessionOf(id, ownApp))
