import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, ordersChangedSince } from '../../db/orders/orders.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import { addTasks, type NewTask } from '../../db/tasks/outbox.ts'
import type { StoreId } from '../../domain/ids.ts'
import { addTaskToChanges } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { deriveOrderStatus } from '../orders/rules/derive-order-status.ts'
import { asNotified } from '../orders/rules/held-back.ts'
import { notificationsOfChange } from '../orders/rules/notifications.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type Again, tasksToNotify } from '../ports/tasks/notification-tasks.ts'

/** Builds the notifications as if the order had changed in one step. */
export const tasksToNotifyAgain = (
  { order, payments }: { order: OrderRow; payments: readonly PaymentRow[] },
  when: { again: Again; now: Date },
): NewTask[] => {
  const untouched = deriveOrderStatus({ ...order, cancelled_at: null, time_over_at: null }, [])
  const notifications = notificationsOfChange(
    untouched,
    deriveOrderStatus(order, asNotified(payments)),
  )
  return tasksToNotify(order, when.again.isNew ? notifications.slice(-1) : notifications, when)
}

/** Notifies once per occasion. Returns `false` for an unknown order. */
export const notifyOrderAgain = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, occasion }: { orderExternalId: string; occasion: string },
): Promise<boolean> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (!known) return false
  const again = { occasion, isNew: true }
  await decideOrder(ctx, known.id, (held) => {
    for (const task of tasksToNotifyAgain(held, { again, now: held.now }))
      addTaskToChanges(held, task)
  })
  return true
}

export const addNotificationsSince = async (
  trx: DbQuery,
  { storeId, since, occasion, now }: { storeId: StoreId; since: Date; occasion: string; now: Date },
): Promise<void> => {
  const again = { occasion, isNew: false }
  const orders = await ordersChangedSince(trx, { storeId, since })
  const payments = await paymentsOfOrders(
    trx,
    orders.map(({ id }) => id),
  )
  const about = orders.map((order) => ({ order, payments: payments.get(order.id) ?? [] }))
  await addTasks(
    trx,
    about.flatMap((each) => tasksToNotifyAgain(each, { again, now })),
  )
}
