import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import type { CancelledBy } from '../../db/tables/orders.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { applyDerivedStatus } from './apply-derived-status.ts'
import { addLine, updateOrder } from './change-held.ts'
import { decideOrder, type HeldOrder, holdOrder, writeHeld } from './held-order.ts'
import { isOpen } from './rules/is-open.ts'

export type CancelOutcome =
  | { outcome: 'cancelled'; order: OrderRow }
  | { outcome: 'no-such-order' }
  /** Money was taken: it has to be refunded instead. */
  | { outcome: 'already-paid'; order: OrderRow }

/**
 * The shop does not want an order paid any more. Its pay link ends at once; the gateway has no way
 * to close a checkout, so money that still arrives is conflict, and seen as such.
 */
export const cancelOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, by }: { orderExternalId: string; by: CancelledBy },
): Promise<CancelOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held): CancelOutcome => {
    const { cancelled_at, cancelled_by, updated_at } = held.order
    if (cancelled_at) {
      // A merchant who cancels what was over already means it to stay so.
      const isMeant = by === 'merchant' && cancelled_by !== by
      if (isMeant) updateOrder(held, { cancelled_by: by, updated_at })
    } else if (isOpen(held.order)) cancelHeld(held, by)
    else return { outcome: 'already-paid', order: held.order }
    return { outcome: 'cancelled', order: held.order }
  })
}

/**
 * Cancels a held order. The store knows that it has cancelled it; that the order was paid, and its
 * money is conflict from then on, is news.
 */
export const cancelHeld = (held: HeldOrder, by: CancelledBy): void => {
  const { order, now } = held
  const cancelled = updateOrder(held, { cancelled_at: now, cancelled_by: by })
  addLine(held, { kind: 'order_cancelled' })
  applyDerivedStatus(held, { orderBefore: isOpen(order) ? cancelled : order })
}

/**
 * The store wants an order paid after all that was cancelled, and that nobody has paid: a customer
 * has come back to it. `endedBy`: only if it was cancelled so. Returns whether it can be paid now.
 */
export const reopenOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, endedBy }: { orderExternalId: string; endedBy?: CancelledBy },
): Promise<boolean> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (known?.status !== 'cancelled') return known !== undefined && isOpen(known)
  return decideOrder(ctx, known.id, (held) => {
    const { order } = held
    if (order.status !== 'cancelled') return isOpen(order)
    if (endedBy && order.cancelled_by !== endedBy) return false
    reopenHeld(held)
    return true
  })
}

/** Opens an order again whose lock the caller's transaction holds, and that nobody has paid. */
export const reopenLocked = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { id }: OrderRow,
): Promise<OrderRow> => {
  const held = await holdOrder(trx, ctx, id)
  reopenHeld(held)
  await writeHeld(trx, held)
  return held.order
}

/**
 * Opens a held order again that nobody has paid. An attempt that has expired speaks for it no more: a
 * policy that cancels what has expired would end it at once.
 */
const reopenHeld = (held: HeldOrder): void => {
  const current = held.payments.find(({ id }) => id === held.order.current_payment_id)
  const isEnded = current?.state === 'expired' || current?.state === 'disabled'
  updateOrder(held, {
    cancelled_at: null,
    cancelled_by: null,
    time_over_at: null,
    ...(isEnded ? { current_payment_id: null } : {}),
  })
  addLine(held, { kind: 'order_reopened' })
  applyDerivedStatus(held)
}
