import { z } from 'zod'
import { type DbQuery, defineRoute, type Store } from '../../adapter.ts'
import { credentialsOf, isDisconnected, siteOf } from '../connect/connection.ts'
import { disconnectStore } from '../connect/disconnect-site.ts'
import { storesOfSite } from '../connect/site-identity.ts'
import type { WooCommerceDeps } from '../options.ts'

export const DISCONNECTION_PATH = '/v1/woocommerce/disconnection'

const left = z.object({
  id: z.string(),
  webhooks_removed: z.boolean(),
  /** Waiting for a payment, refund or notification. */
  open_orders: z.int(),
  keys: z.array(
    z.object({
      /** As in WooCommerce's list of keys. */
      ends_with: z.string(),
      /** `false`: in use until the open orders end. */
      is_forgotten: z.boolean(),
    }),
  ),
})

/** Length of WooCommerce's `truncated_key`. */
const SHOWN_OF_KEY = 7

/**
 * Disconnects all stores of a site, test and live; their pairings then sign only another
 * disconnection. Keeps an unused pairing, which is about to replace this one.
 */
export const disconnect = (deps: WooCommerceDeps) =>
  defineRoute({
    method: 'post',
    path: DISCONNECTION_PATH,
    scope: 'admin',
    operationId: 'disconnectWooCommerce',
    tag: 'Checkouts',
    platform: 'woocommerce',
    summary: 'Disconnect a WooCommerce shop',
    answers: { 200: { description: 'What was done, and what is done later', schema: left } },
    problems: {},
    handle: async ({ core, store }) => {
      const body: z.input<typeof left> = {
        id: store.id,
        webhooks_removed: true,
        open_orders: 0,
        keys: [],
      }
      for (const each of await storesInUse(core.db.query, store, deps)) {
        const { consumer_key } = credentialsOf(each, deps.open)
        const { webhooks, isGone, openOrders } = await disconnectStore(each, deps)
        const ends_with = consumer_key.slice(-SHOWN_OF_KEY)
        body.webhooks_removed &&= webhooks.outcome === 'done'
        body.open_orders += openOrders
        body.keys.push({ ends_with, is_forgotten: isGone })
      }
      return { status: 200, body }
    },
  })

const storesInUse = async (
  query: DbQuery,
  store: Store,
  { open }: Pick<WooCommerceDeps, 'open'>,
): Promise<Store[]> =>
  (await storesOfSite(query, siteOf(store).rest_url)).filter(
    (each) => !isDisconnected(each) && credentialsOf(each, open).is_in_use,
  )
