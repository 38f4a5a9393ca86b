import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { FailingOrder, OrderAtStore, UnreadableOrder } from '../ports/storefront.ts'
import { taskToSyncAgain } from '../ports/tasks/sync-store-order.ts'
import { applyStoreOrder } from './apply-store-order.ts'
import { takeUnpaidOrder } from './import-unpaid-order.ts'
import { noteReadable, noteUnreadable } from './unreadable-store-order.ts'

/**
 * Applies orders read from a store: changes of known ones, and unknown ones awaiting payment
 * through us (lost hint). Schedules a separate read of each failing order.
 */
export const takeOver = async (
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
    else if (order.toPay) await takeUnpaidOrder(ctx, store, order.toPay)
    await noteReadable(query, store, { id: order.id, orderId: known?.id }, ctx.clock.now())
  }
  for (const { id, detail } of unreadable) {
    if (id !== null) await noteUnreadable(query, store, { id, detail }, ctx.clock.now())
  }
  for (const { id, changedAt } of failing) {
    const order = { store_id: store.id, external_id: id }
    await addTask(query, taskToSyncAgain(order, { changedAt, now: ctx.clock.now() }))
  }
}
