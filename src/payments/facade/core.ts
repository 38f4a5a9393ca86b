import type { DbQuery, StoreRow } from '../../db/db.ts'
import { noteSignedCall } from '../../db/events/signed-calls.ts'
import { installationId } from '../../db/installation/installation.ts'
import type { StoreId } from '../../domain/ids.ts'
import { resolveOrder } from '../attempts/resolve-attempts.ts'
import { chargeSavedCard } from '../checkout/charge-saved-card.ts'
import { confirmCard, confirmObstacle } from '../checkout/confirm-card.ts'
import { requestToSaveCard } from '../checkout/find-saved-card.ts'
import { payUrlOf } from '../checkout/pay-link.ts'
import { isWithinRateLimit } from '../checkout/rate-limit.ts'
import { listSavedCards } from '../checkout/saved-cards.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { reportDeliveries } from '../health/webhook-health.ts'
import { notifyOrderAgain } from '../notifications/notify-again.ts'
import { cancelOrder, reopenLocked, reopenOrder } from '../orders/cancel-order.ts'
import { writeHeld } from '../orders/held-order.ts'
import { importOrder } from '../orders/import-order.ts'
import { recogniseOrder } from '../orders/recognise-order.ts'
import { cardPageObstacle } from '../ports/card-page-setup.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { type Order, rowOfOrder, rowOfStore, type Store } from '../ports/platform-views.ts'
import { erasePeople } from '../privacy/erase-people.ts'
import { exportPerson } from '../privacy/export-person.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { askGateway } from '../store-sync/ask-gateway.ts'
import { findStoreOfOrder, storeOfNewOrders } from '../store-sync/find-store-of-order.ts'
import { importUnpaidOrder } from '../store-sync/import-unpaid-order.ts'

/**
 * Core as adapters see it. Calls open their own transactions unless they accept one, because no
 * transaction waits for the network.
 */
export type Core = ReturnType<typeof createCore>

export const createCore = (ctx: PaymentsContext) => {
  const inContext =
    <Rest extends unknown[], Result>(use: (ctx: PaymentsContext, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      use(ctx, ...rest)
  const ofStore =
    <Rest extends unknown[], Result>(
      use: (ctx: PaymentsContext, store: StoreRow, ...rest: Rest) => Result,
    ) =>
    (store: Store, ...rest: Rest): Result =>
      use(ctx, rowOfStore(store), ...rest)
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    log: ctx.log,
    /** Without trailing slash. */
    publicUrl: ctx.publicUrl,
    cardPage: ctx.cardPage,
    installationId: () => installationId(ctx.db.query),

    /** Locks the order until the end of the adapter's transaction. */
    importOrder: async (
      trx: DbQuery,
      { store, request }: { store: Store; request: CheckoutRequest },
    ): Promise<Order> => {
      const held = await importOrder(trx, ctx, { store: rowOfStore(store), request })
      await writeHeld(trx, held)
      return held.order
    },
    importUnpaidOrder: ofStore(importUnpaidOrder),
    recogniseOrder: ofStore(recogniseOrder),
    /** A later charge becomes a conflict. */
    cancelOrder: ofStore(cancelOrder),
    /** Asks the gateway about payments of up to 50 orders; may cancel the unpaid ones. */
    askGateway: ofStore(askGateway),
    /** Reopens an order that the adapter's transaction has locked. */
    reopenLocked: (trx: DbQuery, order: Order): Promise<Order> =>
      reopenLocked(trx, ctx, rowOfOrder(order)),
    /** Returns `false` if the order cannot be paid. */
    reopenOrder: ofStore(reopenOrder),
    findStoreOfOrder: (
      query: DbQuery,
      { stores, externalId }: { stores: readonly Store[]; externalId: string },
    ): Promise<{ store: Store; hasOrder: boolean } | undefined> =>
      findStoreOfOrder(ctx, query, { stores: stores.map(rowOfStore), externalId }),
    /** Returns the store that imports a shop's new orders, if any. */
    storeOfNewOrders: (stores: readonly Store[]) => storeOfNewOrders(ctx, stores.map(rowOfStore)),

    startCheckout: ofStore(startCheckout),
    payUrlOf: (order: Order): string => payUrlOf(ctx, rowOfOrder(order)),
    /** Charges without the customer present (4.12). */
    chargeSavedCard: ofStore(chargeSavedCard),
    /** Charges a single-use token (4.13). */
    confirmCard: (
      store: Store,
      {
        order,
        ...charge
      }: Omit<Parameters<typeof confirmCard<never>>[2], 'order'> & { order: Order },
    ) => confirmCard<never>(ctx, rowOfStore(store), { ...charge, order: rowOfOrder(order) }),
    /** Returns why the store cannot confirm cards; `undefined` if it can. */
    confirmObstacle: ofStore(confirmObstacle),
    /** Returns why the store cannot have our card page; `undefined` if it can. */
    cardPageObstacle: (store: Store) => cardPageObstacle(store, ctx.cardPage),
    /** Resolves a lost response; charges nothing. */
    findOutOrder: ofStore(resolveOrder),
    /** Returns `false` if the card's owner would be ambiguous. */
    requestToKeepCard: ofStore(requestToSaveCard),
    /** Lists a customer's cards (4.10). */
    listSavedCards: ofStore(listSavedCards),

    /** Commits a refund with its task. Idempotent by key. */
    requestRefund: ofStore(requestRefund),

    /** Resends an order's state, once per occasion; `false`: unknown order. */
    notifyAgain: ofStore(notifyOrderAgain),
    /** Call it after a transaction that enqueued a task. */
    wakeWorkers: () => ctx.signals.send(WORK_SIGNAL),

    /** Lets one of the store's held tasks probe. */
    noteSignOfLife: (storeId: StoreId) => ctx.circuits.recordActivity({ needs: 'shop', storeId }),
    /** Returns `false` for a replay of a signed call's nonce. */
    claimNonce: (call: { storeId: string; nonce: string; now: Date }) =>
      noteSignedCall(ctx.db.query, call),
    /** Reads the merchant of the store's key (4.1). */
    gatewayAccountOf: (store: Store) => ctx.gatewayOf(rowOfStore(store)).me(),
    reportDeliveries: ofStore(reportDeliveries),
    mayTryOnceMore: inContext(isWithinRateLimit),

    /** Returns `later` while some orders are in flight. */
    erasePeople: inContext(erasePeople),
    exportPerson: inContext(exportPerson),
  }
}
