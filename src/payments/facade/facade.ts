import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { setCancelUrl } from '../../db/orders.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { findOutOrder } from '../attempts/find-out-order.ts'
import { chargeSavedCard } from '../checkout/charge-saved-card.ts'
import { confirmCard, confirmObstacle } from '../checkout/confirm-card.ts'
import { mayTryOnceMore } from '../checkout/count-tries.ts'
import { requestToSaveCard } from '../checkout/find-saved-card.ts'
import { payUrlOf } from '../checkout/pay-link.ts'
import { listSavedCards } from '../checkout/saved-cards.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { tellOrderAgain } from '../notifications/notify-again.ts'
import { webhookUrlOf } from '../operations/test-webhooks.ts'
import { reportDeliveries } from '../operations/webhook-health.ts'
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
import { takeUnpaidOrder } from '../store-sync/import-unpaid-order.ts'

/**
 * What an adapter may ask of the core. A call that only reads or writes is a function of its own and
 * takes the adapter's transaction first: it commits or fails with what the adapter writes. A call that
 * needs more (the gateway, ids, where customers reach us) belongs to `Core`; it opens its transactions
 * itself where its comment does not say otherwise, for no transaction waits for the network.
 */
export type Core = ReturnType<typeof createCore>

export const createCore = (ctx: PaymentsContext) => {
  const inContext =
    <Rest extends unknown[], Result>(use: (ctx: PaymentsContext, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      use(ctx, ...rest)
  return {
    /** `database.query.transaction()` opens the adapter's transaction. */
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    log: ctx.log,
    /** Where customers and stores reach us, without a slash at the end. */
    publicUrl: ctx.publicUrl,
    /** Whether pages and their addresses have to be HTTPS, and what our card page is made of. */
    cardPage: ctx.cardPage,

    // Orders.
    /** Imports an order in the adapter's transaction, and holds its lock until the end of it. */
    importOrder: async (tx: DbQuery, { store, request }: OrderToImport) => {
      const held = await importOrder(tx, ctx, { store, request })
      await writeHeld(tx, held)
      return { order: held.order, isNew: held.isNew }
    },
    /** Imports an order that was found unpaid at its store, with its time to be paid. */
    importUnpaidOrder: inContext(takeUnpaidOrder),
    /** Whether an order is the one that is known by its id; another one opens an alert. */
    recogniseOrder: inContext(recogniseOrder),
    /** Cancels an order: its pay link ends at once, and money that still arrives is a conflict. */
    cancelOrder: inContext(cancelOrder),
    /** Opens an order again whose lock the adapter's transaction holds. */
    reopenLocked: (tx: DbQuery, order: OrderRow) => reopenLocked(tx, ctx, order),
    /** Makes a cancelled order that nobody has paid payable again; `false`: it cannot be paid. */
    reopenOrder: inContext(reopenOrder),
    /** Which of a shop's stores (test, live) an order belongs to, known or new. */
    findStoreOfOrder: (tx: DbQuery, about: Parameters<typeof findStoreOfOrder>[2]) =>
      findStoreOfOrder(ctx, tx, about),
    /** The id of the store that takes what is new of a shop. */
    storeOfNewOrders: inContext(storeOfNewOrders),

    // Checkout.
    /** Makes an order payable by its pay link; the same order again gets its live payment. */
    startCheckout: inContext(startCheckout),
    /** The durable address at which a customer pays an order. */
    payUrlOf: inContext(payUrlOf),
    /** Charges a saved card without its customer (`gateway-api.md` 4.12). */
    chargeSavedCard: inContext(chargeSavedCard),
    /** Charges the card of the gateway's fields (4.13); a token is charged once. */
    confirmCard: (store: StoreRow, charge: Parameters<typeof confirmCard<never>>[2]) =>
      confirmCard<never>(ctx, store, charge),
    /** Why a store cannot have cards of the gateway's fields charged; `undefined`: it can. */
    confirmObstacle: inContext(confirmObstacle),
    /** Why a store cannot have our card page; `undefined`: it can. */
    cardPageObstacle: (store: Parameters<typeof cardPageObstacle>[0]) =>
      cardPageObstacle(store, ctx.cardPage),
    /** Finds out whether an order was charged, after an answer was lost; charges nothing. */
    findOutOrder: inContext(findOutOrder),
    /** Records that a customer wants the card kept; `false`: whose card it is could not be told. */
    requestToKeepCard: inContext(requestToSaveCard),
    /** The cards that a customer has saved at the gateway (4.10). */
    listSavedCards: inContext(listSavedCards),

    // Refunds.
    /** Commits a refund with the task that makes it; the same key again is the same refund. */
    requestRefund: inContext(requestRefund),

    // Notifications and tasks.
    /** Notifies a store of an order again, once for each occasion; `false`: it is not known. */
    notifyAgain: inContext(tellOrderAgain),
    /** Has workers look for tasks now, after the transaction that enqueued one. */
    wakeWorkers: () => ctx.signals.send(WORK_SIGNAL),

    // The store and its gateway account.
    /** The store has called us: what waits for it because it did not answer is tried. */
    noteSignOfLife: (storeId: StoreId) => ctx.circuits.signOfLife({ needs: 'shop', storeId }),
    /** Whose the store's key is (4.1). */
    gatewayAccountOf: (store: StoreRow) => ctx.gatewayOf(store).me(),
    /** Where the gateway delivers the webhooks of a store. */
    webhookUrlOf: inContext(webhookUrlOf),
    /** What the gateway has delivered lately, judged and in words. */
    reportDeliveries: inContext(reportDeliveries),
    /** Counts a try, and answers whether it is one of those that are allowed. */
    mayTryOnceMore: inContext(mayTryOnceMore),

    // People.
    /** Erases people from orders; `later`: some of their orders are still worked on. */
    erasePeople: inContext(erasePeople),
    /** What is kept of a person in some stores. */
    exportPerson: inContext(exportPerson),
  }
}

type OrderToImport = Parameters<typeof importOrder>[2]

/** Where the customer goes who does not want to pay the order after all. */
export const changeCancelUrl = async (tx: DbQuery, orderId: OrderId, url: string) => {
  await setCancelUrl(tx, orderId, url)
}

// Orders and payments: facts, and what they amount to.

export type { Db, DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
/** Of an open order: how many of a store wait for a payment, a refund or a notification. */
export { countOpenOrders } from '../../db/open-work.ts'
/** The order by the store's id or by ours; `lockOrder` holds it until the transaction ends. */
export {
  findOrderOfStore,
  getOrder,
  lockOrder,
  ordersOpenOrChangedSince,
} from '../../db/orders.ts'
/** All attempts at an order, the first one first. */
export { paymentsOfOrder } from '../../db/payments.ts'
export { addToTimeline } from '../../db/timeline.ts'
/** An order, payment and refund as the merchant API and notifications show them. */
export { bodyOfMessage } from '../notifications/message-body.ts'
export { viewOfOrder, viewOfPayment, viewOfRefund } from '../orders/order-view.ts'
export { isOpen } from '../orders/rules/is-open.ts'
export { mayBeSameOrder } from '../orders/rules/same-order.ts'
export { isEndUnknown } from '../orders/rules/still-payable.ts'
export type { CheckoutRequest } from '../ports/checkout-request.ts'
/** Whether money of the order is with us. */
export { holdsMoney } from '../store-sync/order-not-in-store.ts'

// The storefront: the port that an adapter implements, and what it is notified of.

/** The charges of an order that was paid twice, in words for the store's people. */
export { chargesInWords } from '../orders/charges-in-words.ts'
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
/** Opens an alert: what the store says of an order makes no sense. */
export { noteUnreadable } from '../store-sync/unreadable-store-order.ts'

// Refunds as the store records them.

export { withoutInQuestion } from '../orders/rules/doubt-of-refund.ts'
/** From now on the store's key of a refund stands for one that was made already. */
export { linkRefund } from '../refunds/link-refund.ts'
/** Which refunds of the store stand for which of ours. */
export { recordedRefunds } from '../store-sync/rules/recorded-refunds.ts'
export { refundsKnown } from '../store-sync/rules/store-change.ts'

// Alerts. One is open once for one thing (`kind`, `subject`), whoever opens it again.

export { closeOpenAlerts, hasHadAlert, listOpenAlerts } from '../../db/alerts.ts'
export { closeAlert, openAlert, openOrRefreshAlert } from '../alerts/alerts.ts'

// Tasks, enqueued with what the transaction writes; `Core.wakeWorkers` once it is committed.

/** Enqueues a task: one of the adapter's own, or one of those below. */
export { addTask } from '../../db/outbox.ts'
/** All notifications that wait for a store are due at once. */
export { resumeNotifications } from '../notifications/notifications.ts'
/** Notifies a store of all orders to which something happened since an instant. */
export { planToNotifySince } from '../notifications/notify-again.ts'
/** Sees to the webhooks of a store. */
export { taskToKeepStoreWebhooks } from '../ports/tasks/keep-store-webhooks.ts'
/** Reads one order of a store. */
export { taskToSyncStoreOrder } from '../ports/tasks/sync-store-order.ts'

// The inbox.

export { emptyMessage } from '../../db/events-of-people.ts'
export { findMessageBody } from '../../db/inbox.ts'
/** Records a signed call by its nonce; `false`: the same one came before. */
export { noteSignedCall } from '../../db/signed-calls.ts'

// Stores: their settings, their connection, and whether they let us in.

export { installationId } from '../../db/installation.ts'
/** The secrets that notifications are signed with: the current one, and the one before for a while. */
export { openNotifySecrets } from '../../db/replaced-secrets.ts'
/** Has a store's changes read again from an instant on. */
export { lookAgainSince } from '../../db/store-cursors.ts'
/** The sealed part of a connection: what the adapter proves itself with at the store. */
export {
  type AddressLogins,
  openAddressLogins,
  openConnection,
  openFormerConnection,
  sealStoreSecret,
} from '../../db/store-secrets.ts'
/** The open part of a connection is the adapter's own; a change of it connects nothing anew. */
export {
  changeConnection,
  dropConnectionSecrets,
  findStore,
  removedStoresOfShop,
  replaceConnection,
  storesOfPlatform,
  storesOfShop,
} from '../../db/stores.ts'
export type { Locale } from '../../db/tables/stores.ts'
/** What a store has decided, with the defaults. */
export { policyOf } from '../ports/policy.ts'
/** A store refuses us, or lets us in again: an alert, and what waits for it. */
export {
  ACCESS_WAITS_MS,
  forgetAccess,
  noteAccessRefused,
  resumeOnceAllowed,
} from '../stores/store-access.ts'

// Connecting a store.

/** A connection that a person has begun in a browser, until it is finished. */
export {
  type BegunConnection,
  countBegunConnections,
  findBegunConnection,
  keepBegunConnection,
  moveBegunConnection,
  openBegunSecrets,
} from '../../db/begun-connections.ts'
/** Whether an order of a store is known, and whether an id is or was a store's. */
export { hasOrders } from '../../db/orders.ts'
export { isIdTaken } from '../../db/stores.ts'
export type { GatewayOfKey, StoreDeps, StoreField } from '../ports/store-connecting.ts'
/** Asks the gateway whose typed keys are, before anything is kept. */
export { checkGatewayKeys } from '../stores/check-gateway-keys.ts'
export {
  type ConnectOutcome,
  connectPlatformStore,
  connectStore,
  type PlatformConnectOutcome,
  type StoreConnection,
} from '../stores/connect-store.ts'

// Personal data.

export { ordersOfPerson } from '../../db/personal-data.ts'
/** Records what was asked about personal data, and what came of it. */
export { notePrivacyRequest } from '../../db/privacy-requests.ts'
export { MOST_ORDERS, type PlatformMessages } from '../privacy/traces.ts'
