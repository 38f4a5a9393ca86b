import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import type { CancelledBy } from '../../db/tables/orders.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { applyDerivedStatus } from './apply-derived-status.ts'
import { addLine, updateOrder } from './change-held.ts'
import { decideOrder, type HeldOrder, holdOrder, writeHeld } from './held-order.ts'
import { unresolvedCharge } from './rules/charges/open-attempts.ts'

export type CancelOutcome =
  | { outcome: 'cancelled'; order: OrderRow }
  | { outcome: 'no-such-order' }
  /** Refund it instead. */
  | { outcome: 'already-paid'; order: OrderRow }
  /** A charge is in flight, or its outcome is unknown; a later try finds it out. */
  | { outcome: 'charge-unresolved' }

/** Part of the cancellation's transaction. */
export type AlsoOfCancellation = (held: HeldOrder, trx: DbQuery) => Promise<void>

/**
 * The gateway cannot close a checkout: money that still arrives is a conflict. A merchant can wait
 * for the outcome of a charge; a store that has cancelled its order cannot.
 */
export const cancelOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  {
    orderExternalId,
    by,
    also,
  }: { orderExternalId: string; by: CancelledBy; also?: AlsoOfCancellation | undefined },
): Promise<CancelOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, async (held, trx): Promise<CancelOutcome> => {
    const { cancelled_at, cancelled_by, updated_at } = held.order
    if (cancelled_at) {
      // The merchant's cancellation makes an earlier one final.
      const isMeant = by === 'merchant' && cancelled_by !== by
      if (isMeant) updateOrder(held, { cancelled_by: by, updated_at })
      if (held.order.status === 'cancelled') await also?.(held, trx)
      return { outcome: 'cancelled', order: held.order }
    }
    if (!isOrderOpen(held.order)) return { outcome: 'already-paid', order: held.order }
    if (by === 'merchant' && unresolvedCharge(held.payments))
      return { outcome: 'charge-unresolved' }
    cancelHeld(held, by)
    await also?.(held, trx)
    return { outcome: 'cancelled', order: held.order }
  })
}

/** Cancels a held order. Notifies the store only if the order was paid and is now in conflict. */
export const cancelHeld = (held: HeldOrder, by: CancelledBy): void => {
  const { order, now } = held
  const cancelled = updateOrder(held, { cancelled_at: now, cancelled_by: by })
  addLine(held, { kind: 'order_cancelled' })
  applyDerivedStatus(held, { orderBefore: isOrderOpen(order) ? cancelled : order })
}

/**
 * Reopens a cancelled, unpaid order. `endedBy`: only if this party cancelled it. Returns whether it
 * can be paid now.
 */
export const reopenOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, endedBy }: { orderExternalId: string; endedBy?: CancelledBy },
): Promise<boolean> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (known?.status !== 'cancelled') return known !== undefined && isOrderOpen(known)
  return decideOrder(ctx, known.id, (held) => {
    const { order } = held
    if (order.status !== 'cancelled') return isOrderOpen(order)
    if (endedBy && order.cancelled_by !== endedBy) return false
    reopenHeld(held)
    return true
  })
}

/** Expects an order that the caller's transaction has locked. */
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

/** An expired attempt stops being current, or the policy would cancel the order again. */
export const reopenHeld = (held: HeldOrder): void => {
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
