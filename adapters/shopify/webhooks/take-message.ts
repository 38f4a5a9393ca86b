import type { StoreRow } from '../../../src/ledger/ledger.ts'
import { findStore, storesOfShop } from '../../../src/ledger/stores.ts'
import type { PaymentsContext } from '../../../src/payments/context.ts'
import { planToLookAtStoreOrder } from '../../../src/payments/follow-ups.ts'
import type {
  PlatformMessage,
  PlatformMessageOutcome,
  TakePlatformMessage,
} from '../../../src/payments/platform-messages.ts'
import { findStoreOfOrder } from '../../../src/payments/store-orders/find-store-of-order.ts'
import { isComplianceTopic, takeCompliance } from '../compliance/take-compliance.ts'
import { connectionOf } from '../connection.ts'
import type { ShopifyDeps } from '../deps.ts'
import { uninstall } from '../install/uninstall.ts'
import { isSessionTopic, takeSessionMessage } from '../payment-sessions/take-session-message.ts'
import { orderOfWebhook } from './order-hint.ts'
import { isOrderTopic, UNINSTALLED } from './topics.ts'

/** What follows from a kept webhook, by its topic. */
export const takeMessage =
  (ctx: PaymentsContext, deps: ShopifyDeps): TakePlatformMessage =>
  async (message) => {
    const { topic } = message
    if (isSessionTopic(topic)) return takeSessionMessage(ctx, deps, message, topic)
    const stores = await storesOfMessage(ctx, message)
    if (topic === UNINSTALLED)
      return uninstall(ctx, { shop: shopOf(message, stores), at: message.at })
    if (isComplianceTopic(topic)) {
      return takeCompliance(ctx, { message, topic, shop: shopOf(message, stores), stores })
    }
    if (stores.length === 0) return handled('no-store')
    if (isOrderTopic(topic)) return lookAtOrder(ctx, { message, stores })
    return handled('topic-without-effect')
  }

const handled = (note: string): PlatformMessageOutcome => ({ outcome: 'handled', note })

/** All stores of the shop that a message is of, the one that was connected last first. */
const storesOfMessage = async (
  { ledger }: PaymentsContext,
  { storeId }: PlatformMessage,
): Promise<StoreRow[]> => {
  const store = await findStore(ledger.query, storeId)
  // A shop that was connected since it sent this is named by itself.
  return storesOfShop(ledger.query, store ? connectionOf(store).shop : storeId)
}

const shopOf = ({ storeId }: PlatformMessage, [store]: readonly StoreRow[]): string =>
  store ? connectionOf(store).shop : storeId

/** An order is read again, whatever the webhook says of it: it may be old. */
const lookAtOrder = async (
  ctx: PaymentsContext,
  { message, stores }: { message: PlatformMessage; stores: readonly StoreRow[] },
): Promise<PlatformMessageOutcome> => {
  const externalId = orderOfWebhook(message.body)
  if (externalId === undefined) return handled('unreadable')
  const { query } = ctx.ledger
  const found = await findStoreOfOrder(ctx, query, { stores, externalId })
  if (!found) return handled('no-store')
  const now = ctx.clock.now()
  const order = { store_id: found.store.id, external_id: externalId }
  await planToLookAtStoreOrder(query, order, { runAt: now, now })
  return handled('hint')
}
