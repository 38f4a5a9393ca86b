import {
  changeConnection,
  closeAlerts,
  countOpenOrders,
  dropCredentials,
  type Store,
} from '../../adapter.ts'
import { optionsOf, type WooCommerceDeps } from '../options.ts'
import { restClient } from '../rest/rest-client.ts'
import { removeWebhooks, storeWebhookAddress } from '../webhooks/register-webhooks.ts'
import { isDisconnecting, siteOf } from './connection.ts'

/** Upper bound on keeping the keys, despite open refunds or unreachable sites. */
const LONGEST_LEAVING_MS = 30 * 24 * 60 * 60_000

/**
 * Removes the webhooks now, and the keys once no order waits for a payment or refund, after 30 days
 * at the latest; alerts list orders still open then. Idempotent: a repeat finishes what failed.
 */
export const disconnectStore = async (store: Store, deps: WooCommerceDeps) => {
  const { query } = deps
  const now = deps.clock.now()
  const { left_at = now.toISOString() } = siteOf(store)
  if (!isDisconnecting(store))
    await changeConnection(query, store.id, { ...siteOf(store), left_at })
  const removed = await removeWebhooks(restClient(optionsOf(store, deps)), {
    storeId: store.id,
    deliveryUrl: storeWebhookAddress(deps.publicUrl, store.id),
  })
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
  return {
    webhooks: removed,
    /** Orders in progress; the keys stay until they end. */
    openOrders,
    /** True once keys and pairing are deleted. */
    isGone,
  }
}
