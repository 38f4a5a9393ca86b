import type { OrderRow, StoreRow } from '../../db/db.ts'
import { getOrder } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { findPayment } from '../../db/payments.ts'
import { refundsOfOrder } from '../../db/refunds.ts'
import type { OrderId } from '../../domain/ids.ts'
import { formatMoney } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { closeAlert, closing, openAlert } from '../alerts/alerts.ts'
import { askAboutPayment } from '../inbound/ask-gateway.ts'
import { changeAlerts } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { RefundAtStore } from '../ports/storefront.ts'
import { taskToSyncStoreOrder } from '../ports/tasks/sync-store-order.ts'
import { linkToKey } from '../refunds/link-refund.ts'
import { type RefundRequestOutcome, requestRefund } from '../refunds/request-refund.ts'
import { recordedRefunds } from './rules/recorded-refunds.ts'
import { refundsKnown } from './rules/store-change.ts'

/** One refund of an order is carried out at a time: the next refund has its turn after it. */
const AGAIN_SOON_MS = 60_000
/** One that waits for the gateway's window waits for hours, and so does the next one. */
const AGAIN_LATER_MS = 15 * 60_000
const SOON_FOR_MS = 60 * 60_000

/**
 * Asks for the refunds that a store wants made by having written them down, each once, whatever was
 * refunded before. One that cannot be made is a problem: the store's books say otherwise. One that
 * somebody has made in the gateway's portal, and then written down, is made: so the gateway is asked
 * first, because the event of it may be late or lost.
 */
export const requestStoreRefunds = async (
  ctx: PaymentsContext,
  {
    store,
    orderId,
    storeRefunds,
  }: { store: StoreRow; orderId: OrderId; storeRefunds: readonly RefundAtStore[] },
): Promise<void> => {
  const { query } = ctx.db
  const known = await getOrder(query, orderId)
  if (known.paid_at === null) return
  const unknown = async () => {
    const all = refundsKnown(storeRefunds, await refundsOfOrder(query, orderId))
    return all.flatMap(({ storeRefund, isKnown }) =>
      storeRefund.isRequest && !isKnown ? [storeRefund] : [],
    )
  }
  if ((await unknown()).length === 0) return
  if (!(await isUpToDate(ctx, store, known))) {
    const now = ctx.clock.now()
    return addTask(query, taskToSyncStoreOrder(known, { runAt: addMs(now, AGAIN_SOON_MS), now }))
  }
  await keepRecorded(ctx, { orderId, requested: await unknown(), storeRefunds })
  const order = await getOrder(query, orderId)
  for (const storeRefund of await unknown()) {
    const asked = await requestRefund(ctx, store, {
      orderExternalId: order.external_id,
      amount: storeRefund.amount,
      idempotencyKey: storeRefund.requestKey,
      origin: 'store',
    })
    const now = ctx.clock.now()
    const about = notPossible(order, storeRefund, now)
    if (asked.outcome === 'accepted') {
      await closeAlert(query, about)
      continue
    }
    if (isUnderWay(asked)) {
      const isYoung = now.getTime() - storeRefund.at.getTime() < SOON_FOR_MS
      const runAt = addMs(now, isYoung ? AGAIN_SOON_MS : AGAIN_LATER_MS)
      await addTask(query, taskToSyncStoreOrder(order, { runAt, now }))
      return
    }
    const { amount, id } = storeRefund
    const details = {
      storeRefund: id,
      amount: formatMoney(amount),
      currency: amount.currency.code,
      because: asked.outcome === 'refused' ? asked.because : asked.outcome,
    }
    await openAlert(query, { ...about, details })
  }
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
const keepRecorded = (
  ctx: PaymentsContext,
  {
    orderId,
    requested,
    storeRefunds,
  }: {
    orderId: OrderId
    requested: readonly RefundAtStore[]
    storeRefunds: readonly RefundAtStore[]
  },
): Promise<void> =>
  decideOrder(ctx, orderId, (held) => {
    const { order, refunds, now } = held
    const paymentId = order.current_payment_id
    const recorded = recordedRefunds({ requested, storeRefunds, refunds, paymentId })
    for (const { storeRefund, refundId } of recorded) {
      linkToKey(held, refundId, storeRefund.requestKey)
      changeAlerts(held, closing(notPossible(order, storeRefund, now)))
    }
  })

const notPossible = ({ id, store_id }: OrderRow, storeRefund: RefundAtStore, now: Date) => ({
  kind: 'store_refund_not_possible' as const,
  storeId: store_id,
  orderId: id,
  subject: `${id}:${storeRefund.id}`,
  now,
})

const isUnderWay = (asked: RefundRequestOutcome): boolean =>
  asked.outcome === 'refused' && asked.because === 'under_way'
