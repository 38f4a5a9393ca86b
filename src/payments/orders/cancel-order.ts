import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, lockOrder, updateOrder } from '../../db/orders.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import type { CancelledBy } from '../../db/tables/orders.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { OrderId } from '../../domain/ids.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { applyDerivedStatus } from './apply-derived-status.ts'
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
  const outcome = await ctx.db.query.transaction().execute(async (trx): Promise<CancelOutcome> => {
    const order = await lockOrder(trx, known.id)
    if (order.cancelled_at) return { outcome: 'cancelled', order: await meant(trx, order, by) }
    if (!isOpen(order)) return { outcome: 'already-paid', order }
    const now = ctx.clock.now()
    return { outcome: 'cancelled', order: await cancelLocked(trx, order, { by, now }) }
  })
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}

/** A merchant who cancels what was over already means it to stay so. */
const meant = async (trx: DbQuery, order: OrderRow, by: CancelledBy): Promise<OrderRow> =>
  by === 'merchant' && order.cancelled_by !== by
    ? updateOrder(trx, order.id, { cancelled_by: by })
    : order

/**
 * Cancels an order whose lock is held. The store knows that it has cancelled it; that the order was
 * paid, and its money is conflict from then on, is news.
 */
export const cancelLocked = async (
  trx: DbQuery,
  order: OrderRow,
  { by, now }: { by: CancelledBy; now: Date },
): Promise<OrderRow> => {
  const cancelled = await updateOrder(trx, order.id, {
    cancelled_at: now,
    cancelled_by: by,
    updated_at: now,
  })
  await addToTimeline(trx, { at: now, order_id: order.id, kind: 'order_cancelled' })
  const attempts = await paymentsOfOrder(trx, order.id)
  const settled = await applyDerivedStatus(trx, {
    order: cancelled,
    orderBefore: isOpen(order) ? cancelled : order,
    before: attempts,
    after: attempts,
    now,
  })
  return settled.order
}

/**
 * The store had cancelled the order before it could be told that it was paid: the payment came too
 * late, and the store's policy says what becomes of the money.
 */
export const applyStoreCancellation = async (
  ctx: PaymentsContext,
  orderId: OrderId,
): Promise<void> => {
  await ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.cancelled_at) return
    await cancelLocked(trx, order, { by: 'store', now: ctx.clock.now() })
  })
  ctx.signals.send(WORK_SIGNAL)
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
  return ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    if (order.status !== 'cancelled') return isOpen(order)
    if (endedBy && order.cancelled_by !== endedBy) return false
    await reopenLocked(trx, order, ctx.clock.now())
    return true
  })
}

/**
 * Opens an order again whose lock is held, and that nobody has paid. An attempt that has expired
 * speaks for it no more: a policy that cancels what has expired would end it at once.
 */
export const reopenLocked = async (trx: DbQuery, order: OrderRow, now: Date): Promise<OrderRow> => {
  const attempts = await paymentsOfOrder(trx, order.id)
  const current = attempts.find(({ id }) => id === order.current_payment_id)
  const isEnded = current?.state === 'expired' || current?.state === 'disabled'
  const reopened = await updateOrder(trx, order.id, {
    cancelled_at: null,
    cancelled_by: null,
    time_over_at: null,
    ...(isEnded ? { current_payment_id: null } : {}),
    updated_at: now,
  })
  await addToTimeline(trx, { at: now, order_id: order.id, kind: 'order_reopened' })
  const moment = { before: attempts, after: attempts, now }
  return (await applyDerivedStatus(trx, { order: reopened, ...moment })).order
}
