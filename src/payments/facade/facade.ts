import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { setCancelUrl } from '../../db/orders/orders.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { resolveOrder } from '../attempts/find-out-order.ts'
import { chargeSavedCard } from '../checkout/charge-saved-card.ts'
import { confirmCard, confirmObstacle } from '../checkout/confirm-card.ts'
import { requestToSaveCard } from '../checkout/find-saved-card.ts'
import { payUrlOf } from '../checkout/pay-link.ts'
import { isWithinRateLimit } from '../checkout/rate-limit.ts'
import { listSavedCards } from '../checkout/saved-cards.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { webhookUrlOf } from '../health/test-webhooks.ts'
import { reportDeliveries } from '../health/webhook-health.ts'
import { notifyOrderAgain } from '../notifications/notify-again.ts'
import { cancelOrder, reopenLocked, reopenOrder } from '../orders/cancel-order.ts'
import { writeHeld } from '../orders/held-order.ts'
import { importOrder } from '../orders/import-order.ts'
import { recogniseOrder } from '../orders/recognise-order.ts'
import { cardPageObstacle } from '../ports/card-page-setup.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { erasePeople } from '../privacy/erase-people.ts'
import { exportPerson } from '../privacy/export-person.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { findStoreOfOrder, storeOfNewOrders } from '../store-sync/find-store-of-order.ts'
import { importUnpaidOrder } from '../store-sync/import-unpaid-order.ts'

/**
 * Core as adapters see it. Exports that only read or write accept the adapter's transaction first
 * and commit or roll back with it. Calls of `Core` need more (gateway, ids, public URL) and open
 * their own transactions unless noted, because no transaction waits for the network.
 */
export type Core = ReturnType<typeof createCore>

export const createCore = (ctx: PaymentsContext) => {
  const inContext =
    <Rest extends unknown[], Result>(use: (ctx: PaymentsContext, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      use(ctx, ...rest)
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    log: ctx.log,
    /** Without trailing slash. */
    publicUrl: ctx.publicUrl,
    /** Settings of the card page: HTTPS requirement and assets. */
    cardPage: ctx.cardPage,

    // Orders.
    /** Locks the order until the end of the adapter's transaction. */
    importOrder: async (tx: DbQuery, { store, request }: OrderToImport) => {
      const held = await importOrder(tx, ctx, { store, request })
      await writeHeld(tx, held)
      return { order: held.order, isNew: held.isNew }
    },
    /** Imports an unpaid order with its payment deadline. */
    importUnpaidOrder: inContext(importUnpaidOrder),
    /** Detects a reused order id and opens an alert. */
    recogniseOrder: inContext(recogniseOrder),
    /** Money that still arrives is a conflict. */
    cancelOrder: inContext(cancelOrder),
    /** Reopens an order that the adapter's transaction has locked. */
    reopenLocked: (tx: DbQuery, order: OrderRow) => reopenLocked(tx, ctx, order),
    /** Returns `false` if the order cannot be paid. */
    reopenOrder: inContext(reopenOrder),
    /** Finds which store of a shop (test or live) has an order. */
    findStoreOfOrder: (tx: DbQuery, about: Parameters<typeof findStoreOfOrder>[2]) =>
      findStoreOfOrder(ctx, tx, about),
    storeOfNewOrders: inContext(storeOfNewOrders),

    // Checkout.
    startCheckout: inContext(startCheckout),
    payUrlOf: inContext(payUrlOf),
    /** Charges without the customer present (4.12). */
    chargeSavedCard: inContext(chargeSavedCard),
    /** Charges a single-use token (4.13). */
    confirmCard: (store: StoreRow, charge: Parameters<typeof confirmCard<never>>[2]) =>
      confirmCard<never>(ctx, store, charge),
    /** Returns why the store cannot confirm cards; `undefined` if it can. */
    confirmObstacle: inContext(confirmObstacle),
    /** Returns why the store cannot have our card page; `undefined` if it can. */
    cardPageObstacle: (store: Parameters<typeof cardPageObstacle>[0]) =>
      cardPageObstacle(store, ctx.cardPage),
    /** Resolves a lost response; charges nothing. */
    findOutOrder: inContext(resolveOrder),
    /** Returns `false` if the card's owner would be ambiguous. */
    requestToKeepCard: inContext(requestToSaveCard),
    /** Lists a customer's cards (4.10). */
    listSavedCards: inContext(listSavedCards),

    // Refunds.
    /** Commits a refund with its task. Idempotent by key. */
    requestRefund: inContext(requestRefund),

    // Notifications and tasks.
    /** Resends an order's state, once per occasion; `false`: unknown order. */
    notifyAgain: inContext(notifyOrderAgain),
    /** Call it after a transaction that enqueued a task. */
    wakeWorkers: () => ctx.signals.send(WORK_SIGNAL),

    // The store and its gateway account.
    /** The store called us: retries its held tasks. */
    noteSignOfLife: (storeId: StoreId) => ctx.circuits.recordActivity({ needs: 'shop', storeId }),
    /** Reads the merchant of the store's key (4.1). */
    gatewayAccountOf: (store: StoreRow) => ctx.gatewayOf(store).me(),
    webhookUrlOf: inContext(webhookUrlOf),
    reportDeliveries: inContext(reportDeliveries),
    /** Rate limit. */
    mayTryOnceMore: inContext(isWithinRateLimit),

    // People.
    /** Returns `later` while some orders are in flight. */
    erasePeople: inContext(erasePeople),
    exportPerson: inContext(exportPerson),
  }
}

type OrderToImport = Parameters<typeof importOrder>[2]

/** Target for a customer who cancels the payment. */
export const changeCancelUrl = async (tx: DbQuery, orderId: OrderId, url: string) => {
  await setCancelUrl(tx, orderId, url)
}

// Orders and payments.

export type { Db, DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
/** `lockOrder` locks until the transaction ends. */
export {
  findOrderOfStore,
  getOrder,
  lockOrder,
  ordersOpenOrChangedSince,
} from '../../db/orders/orders.ts'
export { addToTimeline } from '../../db/orders/timeline.ts'
export { paymentsOfOrder } from '../../db/payments/payments.ts'
export { countOpenOrders } from '../../db/tasks/open-work.ts'
export { isOrderOpen as isOpen } from '../../domain/order-status.ts'
export { viewOfOrder, viewOfPayment, viewOfRefund } from '../../wire/order-view.ts'
/** As in the merchant API and in notifications. */
export { notificationJson as bodyOfMessage } from '../notifications/message-body.ts'
export { isEndUnknown } from '../orders/rules/charges/still-payable.ts'
export { mayBeSameOrder } from '../orders/rules/same-order.ts'
export type { CheckoutRequest } from '../ports/checkout-request.ts'
/** Charged, and not refunded in full; includes orders on hold. */
export { holdsMoney } from '../store-sync/order-not-in-store.ts'

// The storefront port.

export type {
  ChangedOrdersOutcome,
  NotRead,
  OrderAtStore,
  OrderMessage,
  OrderToPayOutcome,
  ReadOrdersOutcome,
  RefundAtStore,
  SavedCardMessage,
  StoreOrderStatus,
  UnpaidOrder,
  UnreadableOrder,
} from '../ports/storefront.ts'
export { STORE_ORDER_STATUSES } from '../ports/storefront.ts'
export { openUnreadableAlert as noteUnreadable } from '../store-sync/unreadable-store-order.ts'

// Refunds recorded by the store.

export { withoutInQuestion } from '../orders/rules/refunds/doubt-of-refund.ts'
export { linkRefund } from '../refunds/request-refund.ts'
export { recordedRefunds } from '../store-sync/rules/recorded-refunds.ts'
export { refundsKnown } from '../store-sync/rules/store-change.ts'

// Alerts, deduped by `kind` and `subject`.

export { closeOpenAlerts, hasHadAlert, listOpenAlerts } from '../../db/alerts/alerts.ts'
export { closeAlert, openAlert, openOrRefreshAlert } from '../alerts/alerts.ts'

// Tasks, enqueued in the transaction; call `Core.wakeWorkers` after its commit.

export { addTask } from '../../db/tasks/outbox.ts'
export { resumeNotifications } from '../notifications/notifications.ts'
export { addNotificationsSince as planToNotifySince } from '../notifications/notify-again.ts'
export { newCheckStoreWebhooksTask as taskToKeepStoreWebhooks } from '../ports/tasks/keep-store-webhooks.ts'
export { newSyncStoreOrderTask as taskToSyncStoreOrder } from '../ports/tasks/sync-store-order.ts'

// The inbox.

export { eraseBody as emptyMessage } from '../../db/events/events-of-people.ts'
export { findMessageBody } from '../../db/events/inbox.ts'
/** Returns `false` for a replay of the same nonce. */
export { noteSignedCall } from '../../db/events/signed-calls.ts'

// Stores: settings, connection and access.

export { installationId } from '../../db/installation/installation.ts'
/** Current and, for a while, previous signing secret. */
export { openNotifySecrets } from '../../db/stores/replaced-secrets.ts'
/** Moves a store's change cursor back. */
export { rewindSync as lookAgainSince } from '../../db/stores/store-cursors.ts'
/** Sealed part of a connection: the adapter's credentials. */
export {
  type AddressLogins,
  openAddressLogins,
  openConnection,
  sealStoreSecret,
  tryOpenConnection as openFormerConnection,
} from '../../db/stores/store-secrets.ts'
/** Open part of a connection; changing it does not reconnect. */
export {
  changeConnection,
  dropConnectionSecrets,
  findStore,
  removedStoresOfShop,
  replaceConnection,
  storesOfPlatform,
  storesOfShop,
} from '../../db/stores/stores.ts'
export type { Language } from '../../locales/language.ts'
export { policyOf } from '../ports/policy.ts'
/** Access revoked or restored: an alert, and the tasks that wait. */
export {
  ACCESS_WAITS_MS,
  closeAccessAlerts as forgetAccess,
  noteAccessRefused,
  resumeAfterAccess as resumeOnceAllowed,
} from '../stores/store-access.ts'

// Connecting a store.

/** `isIdTaken` includes removed stores. */
export { hasOrders } from '../../db/orders/orders.ts'
export {
  type BegunConnection,
  countBegunConnections,
  findBegunConnection,
  keepBegunConnection,
  moveBegunConnection,
  openBegunSecrets,
} from '../../db/stores/begun-connections.ts'
export { isIdInUse as isIdTaken } from '../../db/stores/stores.ts'
export type { GatewayOfKey, StoreDeps, StoreField } from '../ports/store-connecting.ts'
export { checkGatewayKeys } from '../stores/check-gateway-keys.ts'
export {
  type ConnectOutcome,
  connectPlatformStore,
  connectStore,
  type PlatformConnectOutcome,
  type StoreConnection,
} from '../stores/connect-store.ts'

// Personal data.

export { ordersOfPerson } from '../../db/privacy/personal-data.ts'
export { notePrivacyRequest } from '../../db/privacy/privacy-requests.ts'
export { MOST_ORDERS, type PlatformMessages } from '../privacy/traces.ts'
