import { createHash } from 'node:crypto'
import type { DbQuery, PaymentRow, RefundRow } from '../../db/db.ts'
import { getOrder } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { insertRefund, updateRefund } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import { addToTimeline, type TimelineKind } from '../../db/timeline.ts'
import { RefundId } from '../../domain/ids.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { taskToCarryOutRefund } from '../ports/tasks/carry-out-refund.ts'
import { taskToNotify } from '../ports/tasks/notify-storefront.ts'

type NewRefund = Omit<Parameters<typeof insertRefund>[1], 'state' | 'created_at' | 'updated_at'>

/*
 * How refunds begin and end (the states are drawn in `rules/refund-states.ts`). The order's lock is
 * held in each.
 */

/** Commits a refund with the task that carries it out: pending. */
export const beginRefund = async (
  trx: DbQuery,
  asked: NewRefund,
  now: Date,
): Promise<RefundRow> => {
  const state = 'pending' as const
  const refund = await insertRefund(trx, { ...asked, state, created_at: now, updated_at: now })
  await noteRefund(trx, refund, { kind: 'refund_pending', now })
  await addTask(trx, taskToCarryOutRefund(refund, { now }))
  return refund
}

/** The payment shows it: succeeded, as the kind that it turned out to be. */
export const endAsSucceeded = async (
  trx: DbQuery,
  { id, kind }: { id: RefundId; kind: RefundRow['kind'] },
  now: Date,
): Promise<void> => {
  const changes = {
    kind,
    state: 'succeeded',
    refusal: null,
    done_at: now,
    updated_at: now,
  } as const
  const succeeded = await updateRefund(trx, id, changes)
  await noteRefund(trx, succeeded, { kind: 'refund_succeeded', now })
  await closeRefundAlerts(trx, succeeded, now)
}

/** Somebody made it in the gateway's portal: it begins and ends as succeeded. */
export const recordPortalRefund = async (
  trx: DbQuery,
  payment: PaymentRow,
  { kind, amountMinor, now }: { kind: RefundRow['kind']; amountMinor: bigint; now: Date },
): Promise<void> => {
  const found = await insertRefund(trx, {
    // The sum that it brings about names it: seen again, it would be the same one.
    id: refundIdFrom(`${payment.id}:${kind}:${payment.refunded_minor}`),
    store_id: payment.store_id,
    order_id: payment.order_id,
    payment_id: payment.id,
    origin: 'portal',
    kind,
    amount_minor: amountMinor,
    currency: payment.currency,
    state: 'succeeded',
    created_at: now,
    updated_at: now,
    done_at: now,
  })
  await noteRefund(trx, found, { kind: 'refund_found', now })
}

/** It will not be made: failed. The store is notified where it has written the refund down. */
export const endAsFailed = async (
  trx: DbQuery,
  id: RefundId,
  { refusal, now }: { refusal: RefundRefusal; now: Date },
): Promise<RefundRow> => {
  const changes = { state: 'failed', refusal: JSON.stringify(refusal), updated_at: now } as const
  const failed = await updateRefund(trx, id, changes)
  await noteRefund(trx, failed, { kind: 'refund_failed', now })
  await closeRefundAlerts(trx, failed, now)
  await notifyOfFailure(trx, failed, now)
  return failed
}

/** It is taken back before it was made: cancelled. The store is notified as of a failed one. */
export const endAsCancelled = async (
  trx: DbQuery,
  { id }: RefundRow,
  now: Date,
): Promise<RefundRow> => {
  const changes = { state: 'cancelled', refusal: null, updated_at: now } as const
  const cancelled = await updateRefund(trx, id, changes)
  await noteRefund(trx, cancelled, { kind: 'refund_cancelled', now })
  await closeRefundAlerts(trx, cancelled, now)
  await notifyOfFailure(trx, cancelled, now)
  return cancelled
}

/** The id of a refund that follows from what `text` says, the same whenever it says the same. */
export const refundIdFrom = (text: string): RefundId =>
  RefundId.parse(`ref_${createHash('sha256').update(text).digest('hex').slice(0, 26)}`)

/** A refund as the thing that an alert is about. */
export const aboutRefund = ({ id, store_id, order_id }: RefundRow, now: Date) => ({
  storeId: store_id,
  orderId: order_id,
  subject: id,
  now,
})

/** One line of the timeline about a refund. */
export const noteRefund = (
  trx: DbQuery,
  refund: RefundRow,
  { kind, now }: { kind: TimelineKind; now: Date },
): Promise<void> =>
  addToTimeline(trx, {
    at: now,
    order_id: refund.order_id,
    payment_id: refund.payment_id,
    kind,
    details: {
      refund: refund.id,
      kind: refund.kind,
      origin: refund.origin,
      amount: formatMoney(moneyFromMinor(refund.amount_minor, refund.currency)),
      currency: refund.currency,
      ...(refund.refusal ? { refusal: refund.refusal.code, words: refund.refusal.words } : {}),
    },
  })

/** A refund has come to its end: nobody has to look after it any more. */
const closeRefundAlerts = async (trx: DbQuery, refund: RefundRow, now: Date): Promise<void> => {
  for (const kind of ['refund_not_accepted_yet', 'refund_not_shown'] as const) {
    await closeAlert(trx, { ...aboutRefund(refund, now), kind })
  }
}

/**
 * Notifies a store of a platform, which has written down a refund that comes to nothing after all.
 * Other stores read it from the refund that they have asked for.
 */
const notifyOfFailure = async (
  trx: DbQuery,
  { id, state, origin, order_id, store_id }: RefundRow,
  now: Date,
): Promise<void> => {
  if (origin !== 'store') return
  const store = await findStore(trx, store_id)
  const noticeMs = store?.failed_refund_notice_ms ?? null
  if (noticeMs === null) return
  const order = await getOrder(trx, order_id)
  const notification = {
    type: 'order.updated' as const,
    paymentId: order.current_payment_id,
    key: `order.updated:${id}:${state}`,
  }
  await addTask(trx, taskToNotify(order, notification, { now, runAt: addMs(now, noticeMs) }))
}
