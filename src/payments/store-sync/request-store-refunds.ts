import type { OrderRow, StoreRow } from '../../db/db.ts'
import { addTask as addTaskNow } from '../../db/outbox.ts'
import { findPayment } from '../../db/payments.ts'
import { formatMoney } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { closing, opening } from '../alerts/alerts.ts'
import { askAboutPayment } from '../inbound/ask-gateway.ts'
import { aboutHeld, addTask, changeAlerts } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { RefundAtStore } from '../ports/storefront.ts'
import { taskToSyncStoreOrder } from '../ports/tasks/sync-store-order.ts'
import { linkToKey } from '../refunds/link-refund.ts'
import { requestHeldRefund } from '../refunds/request-refund.ts'
import { recordedRefunds } from './rules/recorded-refunds.ts'
import { refundsKnown } from './rules/store-change.ts'

/** One refund of an order is carried out at a time: the next refund has its turn after it. */
const AGAIN_SOON_MS = 60_000
/** One that waits for the gateway's window waits for hours, and so does the next one. */
const AGAIN_LATER_MS = 15 * 60_000
const SOON_FOR_MS = 60 * 60_000

/** The refunds of a paid order that its store wants made by having written them down, and nobody knows. */
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
 * Asks for the refunds that a store wants made, each once, whatever was refused before. One that cannot
 * be made is a problem: the store's books say otherwise. One that somebody has made in the gateway's
 * portal, and then written down, is made: so the gateway is asked first, because the event of it may be
 * late or lost.
 */
export const requestStoreRefunds = async (
  ctx: PaymentsContext,
  {
    store,
    order,
    storeRefunds,
  }: { store: StoreRow; order: OrderRow; storeRefunds: readonly RefundAtStore[] },
): Promise<void> => {
  if (!(await isUpToDate(ctx, store, order))) {
    const now = ctx.clock.now()
    const again = taskToSyncStoreOrder(order, { runAt: addMs(now, AGAIN_SOON_MS), now })
    return addTaskNow(ctx.db.query, again)
  }
  await decideOrder(ctx, order.id, async (held, trx) => {
    keepRecorded(held, storeRefunds)
    const { now } = held
    for (const storeRefund of refundsToRequest(held, storeRefunds)) {
      const { id, amount, at, requestKey } = storeRefund
      const about = notPossible(held, storeRefund)
      const asked = await requestHeldRefund(held, trx, ctx, {
        orderExternalId: order.external_id,
        amount,
        idempotencyKey: requestKey,
        origin: 'store',
        refundLimit: undefined,
        refundDayLimit: undefined,
      })
      if (asked.outcome === 'accepted') {
        changeAlerts(held, closing(about))
        continue
      }
      const because = asked.outcome === 'refused' ? asked.because : asked.outcome
      if (because === 'under_way') {
        const isYoung = now.getTime() - at.getTime() < SOON_FOR_MS
        const runAt = addMs(now, isYoung ? AGAIN_SOON_MS : AGAIN_LATER_MS)
        return addTask(held, taskToSyncStoreOrder(order, { runAt, now }))
      }
      const { code: currency } = amount.currency
      const details = { storeRefund: id, amount: formatMoney(amount), currency, because }
      changeAlerts(held, opening({ ...about, details }))
    }
  })
}

/** Whether all that was refunded of an order is known; nobody is asked about a charge by our own. */
const isUpToDate = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { current_payment_id: id }: OrderRow,
): Promise<boolean> => {
  const payment = id ? await findPayment(ctx.db.query, id) : undefined
  if (!payment) return true
  const asked = await askAboutPayment(ctx, { store, payment })
  // One that the store's key does not know or may not see is refused by the request itself.
  return asked.outcome !== 'unreachable'
}

/** What was written down after it had been made is tied to what was made. */
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
