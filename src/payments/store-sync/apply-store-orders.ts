import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { FailingOrder, OrderAtStore, UnreadableOrder } from '../ports/storefront.ts'
import { newSyncAgainTask } from '../ports/tasks/sync-store-order.ts'
import { applyStoreOrder } from './apply-store-order.ts'
import { importUnpaidOrder } from './import-unpaid-order.ts'
import { closeUnreadableAlert, openUnreadableAlert } from './unreadable-store-order.ts'

/**
 * Applies orders read from a store: changes of known ones, and unknown ones awaiting payment
 * through us (lost hint). Schedules a separate read of each failing order.
 */
export const applyStoreOrders = async (
  ctx: PaymentsContext,
  store: StoreRow,
  {
    orders,
    unreadable = [],
    failing = [],
  }: {
    orders: readonly OrderAtStore[]
    unreadable?: readonly UnreadableOrder[] | undefined
    failing?: readonly FailingOrder[] | undefined
  },
): Promise<void> => {
  const { query } = ctx.db
  for (const order of orders) {
    const known = await findOrderOfStore(query, store.id, order.id)
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
