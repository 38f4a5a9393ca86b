import { addMs } from '../../../src/runtime/clock.ts'
import {
  addTask,
  type Core,
  type PlatformMessage,
  type PlatformMessageOutcome,
  type Store,
  storeById,
  storesByShop,
  taskToSyncStoreOrder,
} from '../../adapter.ts'
import { handlePrivacyWebhook, isComplianceTopic } from '../compliance/privacy-webhook.ts'
import type { ShopifyDeps } from '../deps.ts'
import { readInstall } from '../install/read-install.ts'
import { isBackSince, uninstall } from '../install/uninstall.ts'
import { methodBookOf } from '../order/method-book.ts'
import { isOneOf } from '../order/reading/sales-of-order.ts'
import { handleSessionMessage, isSessionTopic } from '../payment-sessions/handle-session-message.ts'
import { shopifyPolicyOf } from '../policy.ts'
import { connectionOf, storesOfShopDomain } from '../shops/connection.ts'
import { ownAppOf } from '../shops/own-apps.ts'
import { type OrderHint, readOrderHint } from './order-hint.ts'
import { isOrderTopic, UNINSTALLED } from './topics.ts'

export const handleMessage =
  (core: Core, deps: ShopifyDeps) =>
  async (message: PlatformMessage): Promise<PlatformMessageOutcome> => {
    const { topic } = message
    if (isSessionTopic(topic)) return handleSessionMessage(core, deps, message, topic)
    const { shop, stores, ownApp } = await senderOf(core, deps, message)
    if (topic === UNINSTALLED) {
      const uninstalled = { shop, ownApp, at: message.at }
      const mayBeInstalled =
        ownApp === undefined && !(await isBackSince(core.db.query, uninstalled))
      return mayBeInstalled && (await isStillInstalled(core, deps, shop))
        ? stillInstalled(message, core.clock.now())
        : handled(await uninstall(core, deps, uninstalled))
    }
    if (isComplianceTopic(topic)) {
      const ofApp = stores.filter((store) => ownAppOf(store, deps) === ownApp)
      return handlePrivacyWebhook(core, deps, {
        message,
        topic,
        shop,
        ownApp,
        stores: [
          // After an uninstall of one app, the other app's orders stay.
          ...(topic === 'shop/redact' ? ofApp : stores),
          ...(await storesByShop(core.db.query, { platform: 'shopify', shop, removed: true })),
        ],
      })
    }
    if (stores.length === 0) return handled('no-store')
    if (isOrderTopic(topic)) return refreshOrder(core, { message, stores })
    return handled('topic-without-effect')
  }

const handled = (note: string): PlatformMessageOutcome => ({ outcome: 'handled', note })

/**
 * Probes with our app's token, since the time of an uninstall is unsigned and on Shopify's clock: a
 * shop that answers never uninstalled the app, or is back.
 */
const isStillInstalled = async (
  { db: { query } }: Core,
  { app, ...deps }: ShopifyDeps,
  shop: string,
): Promise<boolean> =>
  app !== undefined && (await readInstall(query, { ...deps, app }, { shop })) !== undefined

/** Upper bound on Shopify's delay in revoking tokens. */
const TOKENS_END_WITHIN_MS = 5 * 60_000

const stillInstalled = ({ at }: PlatformMessage, now: Date): PlatformMessageOutcome =>
  now < addMs(at, TOKENS_END_WITHIN_MS)
    ? {
        outcome: 'failed',
        retry: 'retry',
        detail: 'the shop still lets the app in',
        retryAfterMs: 60_000,
      }
    : handled('still-installed')

/** Returns a store of the signing app or, if our app signed, the shop. */
const senderOf = async (
  { db: { query } }: Core,
  deps: Pick<ShopifyDeps, 'open'>,
  { storeId }: PlatformMessage,
) => {
  const store = await storeById(query, storeId)
  const shop = store ? connectionOf(store).shop : storeId
  const stores = await storesOfShopDomain(query, shop)
  return { shop, stores, ownApp: store && ownAppOf(store, deps) }
}

/** Detects orders of other methods: reading them would waste points. */
const isOtherMethod = ({ gatewayNames = [] }: OrderHint, store: Store): boolean => {
  const isOurs = isOneOf(shopifyPolicyOf(store).payment_method)
  return gatewayNames.length > 0 && !gatewayNames.some(isOurs)
}

/** Re-reads the order, as the webhook may be stale. */
const refreshOrder = async (
  core: Core,
  { message, stores }: { message: PlatformMessage; stores: readonly Store[] },
): Promise<PlatformMessageOutcome> => {
  const hint = readOrderHint(message.body)
  const { order: externalId } = hint
  if (externalId === undefined) return handled('unreadable')
  const { query } = core.db
  const found = await core.findStoreOfOrder(query, { stores, externalId })
  if (!found) return handled('no-store')
  if (!found.hasOrder && isOtherMethod(hint, found.store)) {
    const { gatewayNames = [], financialStatus } = hint
    const order = { id: externalId, gatewayNames, financialStatus, changedAt: message.at }
    await methodBookOf(found.store, core).noticeOrder(order)
    return handled('foreign')
  }
  const now = core.clock.now()
  const order = { store_id: found.store.id, external_id: externalId }
  await addTask(query, taskToSyncStoreOrder(order, { now }))
  return handled('hint')
}
