import { Session } from '@shopify/shopify-api'
import { z } from 'zod'
import { systemClock } from '../../../src/runtime/clock.ts'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import type { DbQuery } from '../../adapter.ts'
import {
  deleteShopifySessions,
  findShopifySession,
  type ShopifySessionRow,
  saveShopifySession,
  sealingContextOfSession,
  shopifySessionsOf,
} from '../tables/sessions.ts'

export type SessionStorage = ReturnType<typeof sessionStorage>

/** Format of `toPropertyArray`. */
const properties = z.array(z.tuple([z.string(), z.union([z.string(), z.number(), z.boolean()])]))

/** Seals tokens, bound to the session id. */
export const sessionStorage = ({ query, sealer }: { query: DbQuery; sealer: SecretSealer }) => {
  const open = ({ id, sealed }: ShopifySessionRow): Session =>
    Session.fromPropertyArray(
      properties.parse(JSON.parse(sealer.open(sealed, sealingContextOfSession(id)))),
      true,
    )
  return {
    storeSession: async (session: Session): Promise<void> => {
      // Wall clock even under a test clock, to compare with Shopify's uninstall times.
      const now = systemClock.now()
      const sealed = sealer.seal(
        JSON.stringify(session.toPropertyArray(true)),
        sealingContextOfSession(session.id),
      )
      await saveShopifySession(query, {
        id: session.id,
        shop: session.shop,
        sealed,
        expires_at: session.expires ?? null,
        created_at: now,
        updated_at: now,
      })
    },
    loadSession: async (id: string): Promise<Session | undefined> => {
      const row = await findShopifySession(query, id)
      return row && open(row)
    },
    deleteSession: (id: string): Promise<void> => deleteShopifySessions(query, [id]),
    findSessionsByShop: async (shop: string): Promise<Session[]> =>
      (await shopifySessionsOf(query, shop)).map(open),
  }
}
