import type { OrderRow, StoreRow } from '../../db/db.ts'
import { findPayment } from '../../db/payments/payments.ts'
import { addTask as addTaskNow } from '../../db/tasks/outbox.ts'
import { formatMoney } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { closing, opening } from '../alerts/alerts.ts'
import { pollPayment } from '../inbound/poll-payment.ts'
import { aboutHeld, addTaskToChanges, changeAlerts } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { RefundAtStore } from '../ports/storefront.ts'
import { newSyncStoreOrderTask } from '../ports/tasks/store-tasks.ts'
import { linkToKey, requestHeldRefund } from '../refunds/request-refund.ts'
import { recordedRefunds } from './rules/recorded-refunds.ts'
import { refundsKnown } from './rules/store-change.ts'

/** Short delay while another refund of the order runs. */
const AGAIN_SOON_MS = 60_000
/** Longer delay, as a refund may wait hours for the gateway's window and block the next. */
const AGAIN_LATER_MS = 15 * 60_000
const SOON_FOR_MS = 60 * 60_000

/** Returns requests that are new to us; the store requests refunds by recording them. */
export const refundsToRequest = (
  { order, refunds }: HeldOrder,
  storeRefunds: readonly RefundAtStore[],
): RefundAtStore[] =>
  order.paid_at === null
    ? []
    : refundsKnown(storeRefunds, refunds).flatMap(({ storeRefund, isKnown }) =>
        storeRefund.isRequest && !isKnown ? [storeRefund] : [],
      )

/**
 * Requests a store's refunds, each once; a refusal does not stop the next. Opens an alert for an
 * impossible one: the store's books disagree. Polls first: a refund made in the gateway's portal
 * and recorded afterwards is complete, but its event may be late or lost.
 */
export const requestStoreRefunds = async (
  ctx: PaymentsContext,
  request: { store: StoreRow; order: OrderRow; storeRefunds: readonly RefundAtStore[] },
): Promise<void> => {
  const { store, order, storeRefunds } = request
  if (!(await isUpToDate(ctx, store, order))) {
    const now = ctx.clock.now()
    const again = newSyncStoreOrderTask(order, { runAt: addMs(now, AGAIN_SOON_MS), now })
    return addTaskNow(ctx.db.query, again)
  }
  await decideOrder(ctx, order.id, async (held, trx) => {
    keepRecorded(held, storeRefunds)
    const { now } = held
    for (const storeRefund of refundsToRequest(held, storeRefunds)) {
      const { id, amount, at, requestKey } = storeRefund
      const about = notPossible(held, storeRefund)
      const result = await requestHeldRefund(held, trx, ctx, {
        orderExternalId: order.external_id,
        amount,
        idempotencyKey: requestKey,
        origin: 'store',
        refundLimit: undefined,
        refundDayLimit: undefined,
      })
      if (result.outcome === 'accepted') {
        changeAlerts(held, closing(about))
        continue
      }
      const because = result.outcome === 'refused' ? result.because : result.outcome
      if (because === 'store-frozen') {
        const runAt = addMs(now, AGAIN_LATER_MS)
        return addTaskToChanges(held, newSyncStoreOrderTask(order, { runAt, now }))
      }
      if (because === 'under_way') {
        const isYoung = now.getTime() - at.getTime() < SOON_FOR_MS
        const runAt = addMs(now, isYoung ? AGAIN_SOON_MS : AGAIN_LATER_MS)
        return addTaskToChanges(held, newSyncStoreOrderTask(order, { runAt, now }))
      }
      const { code: currency } = amount.currency
      const details = { storeRefund: id, amount: formatMoney(amount), currency, because }
      changeAlerts(held, opening({ ...about, details }))
    }
  })
}

/** Returns `true` if we know all refunds of the effective payment. */
const isUpToDate = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { current_payment_id: id }: OrderRow,
): Promise<boolean> => {
  const payment = id ? await findPayment(ctx.db.query, id) : undefined
  if (!payment) return true
  const result = await pollPayment(ctx, { store, payment })
  // `true` for a payment that the store's key cannot read: the refund request reports that.
  return result.outcome !== 'unreachable'
}

const keepRecorded = (held: HeldOrder, storeRefunds: readonly RefundAtStore[]): void => {
  const requested = refundsToRequest(held, storeRefunds)
  const { order, refunds } = held
  const paymentId = order.current_payment_id
  const recorded = recordedRefunds({ requested, storeRefunds, refunds, paymentId })
  for (const { storeRefund, refundId } of recorded) {
    linkToKey(held, refundId, storeRefund.requestKey)
    changeAlerts(held, closing(notPossible(held, storeRefund)))
  }
}

const notPossible = (held: HeldOrder, { id }: RefundAtStore) =>
  aboutHeld(held, 'store_refund_not_possible', `${held.order.id}:${id}`)
