import type { OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { formatMoney, type Money, moneyFromMinor } from '../../domain/money.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import { addMs } from '../../runtime/clock.ts'
import { closing, opening } from '../alerts/alerts.ts'
import { cancelHeld } from '../orders/cancel-order.ts'
import { aboutHeld, addTaskToChanges, changeAlerts, updateOrder } from '../orders/change-held.ts'
import { supersedeEarlierRequests } from '../orders/charges/accept-payment.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import { noteNewAmount } from '../orders/import-order.ts'
import { isMadeAtPuente } from '../orders/made-at-puente.ts'
import { isAmountOf } from '../orders/rules/charges/is-amount-of.ts'
import { mayBeSameOrder } from '../orders/rules/same-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type {
  FailingOrder,
  OrderAtStore,
  RefundAtStore,
  UnreadableOrder,
} from '../ports/storefront.ts'
import {
  newReadPayByTask,
  newSyncAgainTask,
  newSyncStoreOrderTask,
} from '../ports/tasks/store-tasks.ts'
import { endOverdueOrder } from './end-overdue-order.ts'
import { importUnpaidOrder } from './import-unpaid-order.ts'
import { refundsToRequest, requestStoreRefunds } from './request-store-refunds.ts'
import { refundsKnown, storeChange } from './rules/store-change.ts'
import { closeUnreadableAlert, openUnreadableAlert } from './unreadable-store-order.ts'

/** Grace: the store records a refund before it requests the money. */
const REFUND_IN_THE_MAKING_MS = 10 * 60_000

/**
 * Applies the store's version of an order. A cancelled order, or one paid elsewhere, accepts no
 * payment; another total ends the older attempt. Carries out requested refunds; opens an alert for
 * one made without us. Reconciliation compares the status of paid orders.
 */
export const applyStoreOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { known, said }: { known: OrderRow; said: OrderAtStore },
): Promise<void> => {
  const atStore = mayBeSameOrder(known, said) ? said : deletedOrder(said.id)
  if (atStore.isOverdue) return endOverdueOrder(ctx, store, known)
  const storeRefunds = atStore.refunds ?? []
  const { order, isAsked: hasRequests } = await decideOrder(ctx, known.id, (held) => {
    syncWithStore(held, atStore)
    if (held.order.paid_at !== null) noticeRefunds(held, storeRefunds)
    return { order: held.order, isAsked: refundsToRequest(held, storeRefunds).length > 0 }
  })
  if (hasRequests) await requestStoreRefunds(ctx, { store, order, storeRefunds })
}

export const deletedOrder = (id: string): OrderAtStore => ({
  id,
  status: 'cancelled',
  amount: undefined,
  refunded: undefined,
})

const syncWithStore = (held: HeldOrder, atStore: OrderAtStore): void => {
  const { order, now } = held
  if (!isOrderOpen(order)) return
  const change = storeChange(moneyFromMinor(order.amount_minor, order.currency), atStore)
  if (change.change === 'over') cancelHeld(held, 'store')
  const payBy = atStore.toPay?.payBy
  if (payBy) addTaskToChanges(held, newReadPayByTask(order, { payBy, now }))
  if (change.change === 'amount') adoptAmount(held, change.amount)
}

/**
 * Adopts the store's amount. A late response to an older gateway request does not restore the old
 * one.
 */
export const adoptAmount = (held: HeldOrder, amount: Money): void => {
  const { order, payments } = held
  if (isAmountOf(order, amount)) return
  updateOrder(held, {
    amount_minor: amount.minor,
    currency: amount.currency.code,
    last_payment_error: null,
    ...supersedeEarlierRequests(order, payments),
  })
  noteNewAmount(held, order)
}

const noticeRefunds = (held: HeldOrder, storeRefunds: readonly RefundAtStore[]): void => {
  const { order, now } = held
  for (const { storeRefund, isKnown } of refundsKnown(storeRefunds, held.refunds)) {
    if (storeRefund.isRequest) continue
    const about = aboutHeld(held, 'refund_outside_puente', `${order.id}:${storeRefund.id}`)
    if (isKnown) {
      changeAlerts(held, closing(about))
      continue
    }
    const readyAt = addMs(storeRefund.at, REFUND_IN_THE_MAKING_MS)
    if (readyAt > now) {
      addTaskToChanges(held, newSyncStoreOrderTask(order, { runAt: readyAt, now }))
      continue
    }
    const details = {
      storeRefund: storeRefund.id,
      amount: formatMoney(storeRefund.amount),
      currency: storeRefund.amount.currency.code,
    }
    changeAlerts(held, opening({ ...about, details }))
  }
}

/**
 * Applies orders read from a store: changes of known ones, and unknown ones awaiting payment
 * through us (lost hint). Schedules a separate read of each failing order.
 */
export const applyStoreOrders = async (
  ctx: PaymentsContext,
  store: StoreRow,
  read: {
    orders: readonly OrderAtStore[]
    unreadable?: readonly UnreadableOrder[] | undefined
    failing?: readonly FailingOrder[] | undefined
  },
): Promise<void> => {
  const { orders, unreadable = [], failing = [] } = read
  const { query } = ctx.db
  for (const order of orders) {
    const known = await findOrderOfStore(query, store.id, order.id)
    // The shop may list orders that Puente notified it of; its status of them is irrelevant.
    if (known && isMadeAtPuente(known)) continue
    if (known) await applyStoreOrder(ctx, store, { known, said: order })
    else if (order.toPay) await importUnpaidOrder(ctx, store, order.toPay)
    await closeUnreadableAlert(query, store, { id: order.id, orderId: known?.id }, ctx.clock.now())
  }
  for (const { id, detail } of unreadable) {
    if (id !== null) await openUnreadableAlert(query, store, { id, detail }, ctx.clock.now())
  }
  for (const { id, changedAt } of failing) {
    const order = { store_id: store.id, external_id: id }
    await addTask(query, newSyncAgainTask(order, { changedAt, now: ctx.clock.now() }))
  }
}
