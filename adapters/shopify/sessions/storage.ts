import { Session } from '@shopify/shopify-api'
import { z } from 'zod'
import { systemClock } from '../../../src/runtime/clock.ts'
import type { SecretSealer } from '../../../src/runtime/sealed-secrets.ts'
import type { DbQuery } from '../../adapter.ts'
import {
  contextOf,
  deleteShopifySessions,
  findShopifySession,
  type ShopifySessionRow,
  saveShopifySession,
  shopifySessionsOf,
} from '../tables/sessions.ts'

/** Where the library's sessions are kept, in the manner of its own storages. */
export interface SessionStorage {
  storeSession(session: Session): Promise<boolean>
  loadSession(id: string): Promise<Session | undefined>
  deleteSession(id: string): Promise<boolean>
  deleteSessions(ids: string[]): Promise<boolean>
  findSessionsByShop(shop: string): Promise<Session[]>
}

/** As `toPropertyArray` has them; whatever else is there was not written by us. */
const properties = z.array(z.tuple([z.string(), z.union([z.string(), z.number(), z.boolean()])]))

/** Keeps sessions in the database, their tokens sealed and bound to the session's id. */
export const sessionStorage = ({
  query,
  sealer,
}: {
  query: DbQuery
  sealer: SecretSealer
}): SessionStorage => {
  const open = ({ id, sealed }: ShopifySessionRow): Session =>
    Session.fromPropertyArray(
      properties.parse(JSON.parse(sealer.open(sealed, contextOf(id)))),
      true,
    )
  return {
    storeSession: async (session) => {
      // By the wall clock, whatever the test clock says: it is compared with when Shopify says that the
      // app was thrown out.
      const now = systemClock.now()
      const sealed = sealer.seal(
        JSON.stringify(session.toPropertyArray(true)),
        contextOf(session.id),
      )
      await saveShopifySession(query, {
        id: session.id,
        shop: session.shop,
        sealed,
        expires_at: session.expires ?? null,
        created_at: now,
        updated_at: now,
      })
      return true
    },
    loadSession: async (id) => {
      const row = await findShopifySession(query, id)
      return row && open(row)
    },
    deleteSession: async (id) => {
      await deleteShopifySessions(query, [id])
      return true
    },
    deleteSessions: async (ids) => {
      await deleteShopifySessions(query, ids)
      return true
    },
    findSessionsByShop: async (shop) => (await shopifySessionsOf(query, shop)).map(open),
  }
}
