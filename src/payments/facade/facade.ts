/**
 * Functions and types of the core for adapters. An export accepts the adapter's transaction first,
 * and commits or rolls back with it. Methods of `Core` need more: the gateway, ids, the public URL.
 */

/** Kysely's connection: an adapter's own tables take part in the core's transactions. */
export type { DbQuery } from '../../db/db.ts'
export type { Core } from './core.ts'

// Single statements of src/db that take ids and return no rows, so that nothing wraps them.

/** Closes open alerts of a kind: of some subjects, or all. */
export { closeOpenAlerts as closeAlerts } from '../../db/alerts/alerts.ts'
export { findMessageBody } from '../../db/events/inbox.ts'
/** Sets the target for a customer who cancels the payment. */
export { setCancelUrl as changeCancelUrl } from '../../db/orders/orders.ts'
/** Returns brand and last four digits of a payment's saved card; `undefined` if unknown. */
export { cardOfPayment } from '../../db/payments/known-cards.ts'
export { rewindSync as lookAgainSince } from '../../db/stores/store-cursors.ts'
/** Open the adapter's credentials; `undefined` without any, or (`try`) if no key can open them. */
export {
  openConnection as openCredentials,
  tryOpenConnection as tryOpenCredentials,
} from '../../db/stores/store-secrets.ts'
/** Does not reconnect. */
export { changeConnection } from '../../db/stores/stores.ts'
export { countOpenOrders } from '../../db/tasks/open-work.ts'
export { addTask } from '../../db/tasks/outbox.ts'

export { notificationJson } from '../notifications/message-body.ts'
export { posterTo } from '../notifications/post-notification.ts'
export { withoutInQuestion } from '../orders/rules/refunds/doubt-of-refund.ts'
export { mayBeSameOrder } from '../orders/rules/same-order.ts'
export type { CheckoutRequest } from '../ports/checkout-request.ts'
export type { Order, Payment, Refund, Store } from '../ports/platform-views.ts'
export { linkRefund } from '../refunds/request-refund.ts'
export { refundsRecorded } from '../store-sync/rules/recorded-refunds.ts'
export { openUnreadableAlert } from '../store-sync/unreadable-store-order.ts'
export { openAlertsOf, raiseAlert } from './alerts.ts'
export {
  catchUpSince,
  endOfAttempts,
  findOrder,
  findOrders,
  lockOrderById,
  orderById,
} from './orders.ts'

// Tasks, enqueued in the transaction; call `Core.wakeWorkers` after its commit.

export { webhookUrlOf } from '../health/test-webhooks.ts'
export { policyOf } from '../ports/policy.ts'
export type { GatewayOfKey, StoreDeps, StoreField } from '../ports/store-connecting.ts'
export {
  newCheckStoreWebhooksTask as taskToKeepStoreWebhooks,
  newSyncStoreOrderTask as taskToSyncStoreOrder,
} from '../ports/tasks/store-tasks.ts'
export { checkGatewayKeys } from '../stores/check-gateway-keys.ts'
export {
  connectPlatformStore,
  connectStore,
  type PlatformConnectOutcome,
  type StoreConnection,
} from '../stores/connect-store.ts'
/** Access revoked or restored: an alert, and the tasks that wait. */
export { ACCESS_WAITS_MS, noteAccessRefused, resumeAfterAccess } from '../stores/store-access.ts'
export { storeIdOfShop } from '../stores/store-id-of-shop.ts'
export {
  noteExport,
  recordDataRequest,
  recordPrivacyRequest,
  recordStoreRequest,
} from './privacy.ts'
export {
  begunConnections,
  dropCredentials,
  openNotifyCredentials,
  replaceCredentials,
  storeById,
  storesByPlatform,
  storesByShop,
} from './stores.ts'
