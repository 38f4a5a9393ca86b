import type { Clock } from '../../src/runtime/clock.ts'
import {
  changeConnection,
  closeAlert,
  countOpenOrders,
  type DbQuery,
  dropConnectionSecrets,
  type StoreRow,
} from '../adapter.ts'
import { isLeaving, siteOf } from './connection.ts'
import type { WooCommerceOptions } from './options.ts'
import { removeWebhooks, type WantedWebhooks } from './register-webhooks.ts'
import { type RestOutcome, restClient } from './rest-client.ts'

export interface Leaving {
  query: DbQuery
  clock: Clock
  options: WooCommerceOptions
  webhooks: Omit<WantedWebhooks, 'secret'>
}

export interface Left {
  webhooks: RestOutcome<number>
  /** Orders that still wait for something, so that the keys are kept until they have come to an end. */
  openOrders: number
  /** Whether the store's keys and the pairing are forgotten. */
  isGone: boolean
}

/** A refund whose end the gateway does not tell, or a site that is away, would keep the keys for ever. */
const LONGEST_LEAVING_MS = 30 * 24 * 60 * 60_000

/**
 * A store does not want us any more. Its webhooks are removed at once, and its keys are forgotten as
 * soon as nothing waits for it: an order that is being paid, or refunded, comes to its end first, though
 * not for longer than a month. What has no end by then is on the list of alerts of its store. Safe
 * to repeat, which is how what could not be done yet is done later.
 */
export const leaveSite = async (
  store: StoreRow,
  { query, clock, options, webhooks }: Leaving,
): Promise<Left> => {
  const now = clock.now()
  const { left_at = now.toISOString() } = siteOf(store)
  if (!isLeaving(store)) await changeConnection(query, store.id, { ...siteOf(store), left_at })
  const removed = await removeWebhooks(restClient(options), webhooks)
  const openOrders = await countOpenOrders(query, { storeId: store.id, now })
  // Keys that are refused are of no use to anybody.
  const isThrough = removed.outcome === 'done' || removed.retry !== 'retry'
  const isOver = now.getTime() - Date.parse(left_at) > LONGEST_LEAVING_MS
  const mayGo = isOver || (openOrders === 0 && isThrough)
  const isGone = mayGo && (await dropConnectionSecrets(query, store))
  if (isGone) {
    const about = { storeId: store.id, subject: store.id, now }
    await closeAlert(query, { kind: 'store_access_refused', ...about })
  }
  return { webhooks: removed, openOrders, isGone }
}
