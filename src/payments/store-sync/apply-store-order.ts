import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, lockOrder, updateOrder } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import { refundsOfOrder } from '../../db/refunds.ts'
import { addToTimeline } from '../../db/timeline.ts'
import { formatMoney, type Money, moneyFromMinor } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import { standByRequest } from '../orders/accept-payment.ts'
import { cancelLocked } from '../orders/cancel-order.ts'
import { amountDetails } from '../orders/import-order.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import { mayBeSameOrder } from '../orders/rules/same-order.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import type { OrderAtStore } from '../ports/storefront.ts'
import { taskToReadPayBy, taskToSyncStoreOrder } from '../ports/tasks/sync-store-order.ts'
import { endOverdueOrder } from './end-overdue-order.ts'
import { requestStoreRefunds } from './request-store-refunds.ts'
import { refundsKnown, storeChange } from './rules/store-change.ts'

/**
 * The store writes a refund down before it asks for the money: it is unknown only if nobody has
 * asked for it by then.
 */
const REFUND_IN_THE_MAKING_MS = 10 * 60_000

/**
 * Takes over what a store did with one of its orders: a cancelled order, or one that was paid in
 * another way, takes no payment any more; another total ends the older attempt; a refund that the
 * store wants made is asked for, and one that it made without us is a problem. Paid orders keep what
 * they are: how both sides stand is for the reconciliation to say.
 */
export const applyStoreOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  said: OrderAtStore,
): Promise<void> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, said.id)
  if (!known) return
  const atStore = mayBeSameOrder(known, said) ? said : deletedOrder(said.id)
  if (atStore.isOverdue) return endOverdueOrder(ctx, known)
  await ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    const now = ctx.clock.now()
    await followStore(trx, { order, atStore, now })
    await noticeRefunds(trx, { order, atStore, now })
  })
  await requestStoreRefunds(ctx, { store, orderId: known.id, storeRefunds: atStore.refunds ?? [] })
  ctx.signals.send(WORK_SIGNAL)
}

/** What a store has deleted it does not want paid. */
export const deletedOrder = (id: string): OrderAtStore => ({
  id,
  status: 'cancelled',
  amount: undefined,
  refunded: undefined,
})

interface Change {
  order: OrderRow
  atStore: OrderAtStore
  now: Date
}

const followStore = async (trx: DbQuery, { order, atStore, now }: Change): Promise<void> => {
  if (!isOpen(order)) return
  const change = storeChange(moneyFromMinor(order.amount_minor, order.currency), atStore)
  if (change.change === 'over') await cancelLocked(trx, order, { by: 'store', now })
  const payBy = atStore.toPay?.payBy
  if (payBy) await addTask(trx, taskToReadPayBy(order, { payBy, now }))
  if (change.change === 'amount') await takeOverAmount(trx, { order, amount: change.amount, now })
}

/**
 * An order costs what its store says: what was asked of the gateway before, and is accepted only
 * now, changes that no more. The order's lock is held.
 */
export const takeOverAmount = async (
  trx: DbQuery,
  { order, amount, now }: { order: OrderRow; amount: Money; now: Date },
): Promise<void> => {
  const { minor, currency } = amount
  if (order.amount_minor === minor && order.currency === currency.code) return
  await updateOrder(trx, order.id, {
    amount_minor: minor,
    currency: currency.code,
    last_payment_error: null,
    ...standByRequest(order, await paymentsOfOrder(trx, order.id)),
    updated_at: now,
  })
  const details = {
    from: amountDetails(moneyFromMinor(order.amount_minor, order.currency)),
    to: amountDetails(amount),
  }
  await addToTimeline(trx, { at: now, order_id: order.id, kind: 'order_changed', details })
}

const noticeRefunds = async (trx: DbQuery, { order, atStore, now }: Change): Promise<void> => {
  if (!atStore.refunds?.length || order.paid_at === null) return
  const refunds = refundsKnown(atStore.refunds, await refundsOfOrder(trx, order.id))
  for (const { storeRefund, isKnown } of refunds) {
    if (storeRefund.isRequest) continue
    const about = {
      kind: 'refund_outside_puente' as const,
      storeId: order.store_id,
      orderId: order.id,
      subject: `${order.id}:${storeRefund.id}`,
      now,
    }
    if (isKnown) {
      await closeAlert(trx, about)
      continue
    }
    const readyAt = addMs(storeRefund.at, REFUND_IN_THE_MAKING_MS)
    if (readyAt > now) {
      await addTask(trx, taskToSyncStoreOrder(order, { runAt: readyAt, now }))
      continue
    }
    const details = {
      storeRefund: storeRefund.id,
      amount: formatMoney(storeRefund.amount),
      currency: storeRefund.amount.currency.code,
    }
    await openAlert(trx, { ...about, details })
  }
}
