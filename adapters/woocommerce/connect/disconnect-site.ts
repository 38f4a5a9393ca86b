import type { Clock } from '../../../src/runtime/clock.ts'
import {
  changeConnection,
  closeAlerts,
  countOpenOrders,
  type DbQuery,
  dropCredentials,
  type Store,
} from '../../adapter.ts'
import type { WooCommerceOptions } from '../options.ts'
import { type RestOutcome, restClient } from '../rest/rest-client.ts'
import { removeWebhooks, type WebhookRegistration } from '../webhooks/register-webhooks.ts'
import { isDisconnecting, siteOf } from './connection.ts'

export interface DisconnectDeps {
  query: DbQuery
  clock: Clock
  options: WooCommerceOptions
  webhooks: Omit<WebhookRegistration, 'secret'>
}

export interface Disconnection {
  webhooks: RestOutcome<number>
  /** Orders in progress; the keys stay until they end. */
  openOrders: number
  /** True once keys and pairing are deleted. */
  isGone: boolean
}

/** Upper bound on keeping the keys, for refunds without an outcome and unreachable sites. */
const LONGEST_LEAVING_MS = 30 * 24 * 60 * 60_000

/**
 * Disconnects a store: removes its webhooks now, and its keys once no order waits for a payment or
 * refund, after 30 days at the latest; alerts list the orders still open then. Idempotent: a repeat
 * finishes what failed.
 */
export const disconnectSite = async (
  store: Store,
  { query, clock, options, webhooks }: DisconnectDeps,
): Promise<Disconnection> => {
  const now = clock.now()
  const { left_at = now.toISOString() } = siteOf(store)
  if (!isDisconnecting(store))
    await changeConnection(query, store.id, { ...siteOf(store), left_at })
  const removed = await removeWebhooks(restClient(options), webhooks)
  const openOrders = await countOpenOrders(query, { storeId: store.id, now })
  // Refused keys cannot succeed on a retry.
  const isThrough = removed.outcome === 'done' || removed.retry !== 'retry'
  const isOver = now.getTime() - Date.parse(left_at) > LONGEST_LEAVING_MS
  const mayGo = isOver || (openOrders === 0 && isThrough)
  const isGone = mayGo && (await dropCredentials(query, store))
  if (isGone) {
    const kind = 'store_access_refused'
    await closeAlerts(query, { storeId: store.id, kind, subjects: [store.id], now })
  }
  return { webhooks: removed, openOrders, isGone }
}
