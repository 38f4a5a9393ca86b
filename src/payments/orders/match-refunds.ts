import { createHash } from 'node:crypto'
import { isPaymentState } from '../../contract/payment-states.ts'
import type { DbQuery, PaymentRow, RefundRow } from '../../db/db.ts'
import { getOrder } from '../../db/orders.ts'
import { insertRefund, refundsOfOrder, updateRefund } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import { addToTimeline, type TimelineKind } from '../../db/timeline.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { planToNotify } from '../enqueue.ts'
import { wasCharged } from './rules/advance.ts'
import { matchRefunds, type RefundFacts } from './rules/match-refunds.ts'
import type { RefundOfOurOrder } from './rules/plan-refund.ts'

/**
 * Brings the reversals of a payment in line with what the gateway shows of it: ours are done, what
 * the merchant did in the portal is added, what nothing is left for ends. The order's lock is held.
 */
export const applyRefundMatch = async (
  trx: DbQuery,
  { payment, toldMinor, now }: { payment: PaymentRow; toldMinor: readonly bigint[]; now: Date },
): Promise<void> => {
  if (!isPaymentState(payment.state) || !wasCharged(payment.state)) return
  const refunds = await refundsOfPayment(trx, payment)
  const match = matchRefunds(
    {
      state: payment.state,
      totalMinor: chargedMinor(payment),
      refundedMinor: payment.refunded_minor,
      toldMinor,
    },
    refunds.map(refundFacts),
  )
  for (const { id, kind } of match.done) {
    const done = await updateRefund(trx, id, {
      kind,
      state: 'succeeded',
      refusal: null,
      done_at: now,
      updated_at: now,
    })
    await recordRefundStep(trx, done, { kind: 'refund_succeeded', now })
    await closeRefundAlerts(trx, done, now)
  }
  for (const { kind, amountMinor } of match.found) {
    const found = await insertRefund(trx, {
      // The sum that it brings about names it: seen again, it would be the same one.
      id: foundId(payment, kind),
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
    await recordRefundStep(trx, found, { kind: 'refund_found', now })
  }
  for (const id of match.impossible) {
    const refusal = { code: 'given_back_already', words: [] } as const
    const refused = await updateRefund(trx, id, {
      state: 'failed',
      refusal: JSON.stringify(refusal),
      updated_at: now,
    })
    await recordRefundStep(trx, refused, { kind: 'refund_failed', now })
    await closeRefundAlerts(trx, refused, now)
  }
}

/** Ends a reversal that only waits; the order's lock is held. */
export const cancelRefundRow = async (
  trx: DbQuery,
  { id }: RefundRow,
  now: Date,
): Promise<RefundRow> => {
  const changes = { state: 'cancelled', refusal: null, updated_at: now } as const
  const cancelled = await updateRefund(trx, id, changes)
  await recordRefundStep(trx, cancelled, { kind: 'refund_cancelled', now })
  await closeRefundAlerts(trx, cancelled, now)
  return cancelled
}

/** What the customer was charged: tax, fee and tip included. */
export const chargedMinor = (payment: PaymentRow): bigint =>
  payment.total_minor ?? payment.amount_minor

/** A reversal among all those of its order. */
export const refundOfOrderFacts = (refund: RefundRow): RefundOfOurOrder => ({
  ...refundFacts(refund),
  paymentId: refund.payment_id,
})

export const refundsOfPayment = async (trx: DbQuery, payment: PaymentRow): Promise<RefundRow[]> =>
  (await refundsOfOrder(trx, payment.order_id)).filter(
    ({ payment_id }) => payment_id === payment.id,
  )

export const refundFacts = (refund: RefundRow): RefundFacts => ({
  id: refund.id,
  kind: refund.kind,
  state: refund.state,
  amountMinor: refund.amount_minor,
})

/** A reversal as the thing that a problem is about. */
export const aboutRefund = ({ id, store_id, order_id }: RefundRow, now: Date) => ({
  storeId: store_id,
  orderId: order_id,
  subject: id,
  now,
})

/** A reversal has come to its end: nobody has to look after it any more. */
export const closeRefundAlerts = async (
  trx: DbQuery,
  refund: RefundRow,
  now: Date,
): Promise<void> => {
  for (const kind of ['refund_not_accepted_yet', 'refund_not_shown'] as const) {
    await closeAlert(trx, { ...aboutRefund(refund, now), kind })
  }
}

/** One line of the timeline about a reversal. */
export const recordRefundStep = async (
  trx: DbQuery,
  refund: RefundRow,
  { kind, now }: { kind: TimelineKind; now: Date },
): Promise<void> => {
  await addToTimeline(trx, {
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
  if (kind === 'refund_cancelled' || kind === 'refund_failed') {
    await tellOfFailure(trx, refund, now)
  }
}

/** The plugin of WooCommerce hears a refusal itself, and takes its row away within seconds. */
const PLUGIN_HEARS_FIRST_MS = 2 * 60_000

/**
 * A store of a platform has written down a refund that comes to nothing after all. Other shops read
 * it from the refund that they have asked for.
 */
const tellOfFailure = async (
  trx: DbQuery,
  { id, state, origin, order_id, store_id }: RefundRow,
  now: Date,
): Promise<void> => {
  if (origin !== 'store') return
  const store = await findStore(trx, store_id)
  if (!store || store.platform === 'headless') return
  const order = await getOrder(trx, order_id)
  const notification = {
    type: 'order.updated' as const,
    paymentId: order.current_payment_id,
    key: `order.updated:${id}:${state}`,
  }
  const runAt = store.platform === 'woocommerce' ? addMs(now, PLUGIN_HEARS_FIRST_MS) : now
  await planToNotify(trx, order, { notification, now, runAt })
}

const foundId = (payment: PaymentRow, kind: string): string => {
  const sum = `${payment.id}:${kind}:${payment.refunded_minor}`
  return `ref_${createHash('sha256').update(sum).digest('hex').slice(0, 26)}`
}
