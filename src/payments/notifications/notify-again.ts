import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, lockOrder, ordersChangedSince } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import type { StoreId } from '../../domain/ids.ts'
import { type DerivedOrder, deriveOrderStatus } from '../orders/rules/derive-order-status.ts'
import { notificationsOfChange } from '../orders/rules/notifications.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { type Again, taskToNotify } from '../ports/tasks/notify-storefront.ts'

/** Notifies the store what it would have been notified of this order, had it all happened at once. */
export const planToNotifyAgain = async (
  trx: DbQuery,
  order: OrderRow,
  { again, now }: { again: Again; now: Date },
): Promise<void> => {
  const attempts = await paymentsOfOrder(trx, order.id)
  const notificationFacts = notificationsOfChange(UNTOUCHED, deriveOrderStatus(order, attempts))
  for (const notification of again.isNew ? notificationFacts.slice(-1) : notificationFacts) {
    await addTask(trx, taskToNotify(order, notification, { again, now }))
  }
}

/**
 * Notifies a store of one order again though it has heard of it, once on each occasion. Returns whether
 * the order is known.
 */
export const tellOrderAgain = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, occasion }: { orderExternalId: string; occasion: string },
): Promise<boolean> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (!known) return false
  await ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    const again = { occasion, isNew: true }
    await planToNotifyAgain(trx, order, { again, now: ctx.clock.now() })
  })
  ctx.signals.send(WORK_SIGNAL)
  return true
}

/** Notifies a store of all orders to which something has happened since an instant. */
export const planToNotifySince = async (
  trx: DbQuery,
  { storeId, since, occasion, now }: { storeId: StoreId; since: Date; occasion: string; now: Date },
): Promise<void> => {
  const again = { occasion, isNew: false }
  for (const order of await ordersChangedSince(trx, { storeId, since })) {
    await planToNotifyAgain(trx, order, { again, now })
  }
}

/** How an order stands to which nothing has happened. */
const UNTOUCHED: DerivedOrder = {
  status: 'awaiting_payment',
  conflict: null,
  charged: [],
  keptIds: [],
  effectivePayment: undefined,
  timeOverAt: null,
}
