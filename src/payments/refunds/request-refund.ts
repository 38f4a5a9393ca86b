import { createHash } from 'node:crypto'
import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../db/orders/orders.ts'
import { findRefund, findRefundByKey } from '../../db/payments/refunds.ts'
import { countRefundOfDay } from '../../db/payments/refunds-of-days.ts'
import type { RefundOrigin } from '../../db/tables/refunds.ts'
import type { PaymentId } from '../../domain/ids.ts'
import {
  displayUnit,
  isSameOrRounded,
  type Money,
  moneyFromMinor,
  roundToUnit,
} from '../../domain/money.ts'
import { isWithinLimit, type Rights } from '../../domain/rights.ts'
import { withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import { beginRefund } from '../orders/refunds/refund-transitions.ts'
import { chargedMinor } from '../orders/rules/refunds/match-refunds.ts'
import { planRefund, type RefundPlan } from '../orders/rules/refunds/plan-refund.ts'
import { type PaymentsContext, REFUND_SIGNAL } from '../ports/context.ts'
import { linkToKey } from './link-refund.ts'

export interface RefundRequest {
  orderExternalId: string
  /** Default: the effective payment. */
  paymentId?: PaymentId | undefined
  /** Default: the whole rest. */
  amount?: Money | undefined
  /** Decimals that the store shows, if fewer than the currency's. */
  shownDecimals?: number | undefined
  reason?: string | undefined
  /** The store's key; a repeated request is idempotent. */
  idempotencyKey: string
  /** Time of the first request, if its response was lost. */
  firstAskedAt?: Date | undefined
  origin: RefundOrigin
  /** Upper bound on one refund of this caller. */
  refundLimit: Rights['refundLimit']
  /** Upper bound on refunds of a Honduras day, counted by `requester`. */
  refundDayLimit: { most: Money; requester: string } | undefined
}

export type RefundRequestOutcome =
  /** `isNew: false`: a repeated request. */
  | { outcome: 'accepted'; order: OrderRow; refund: RefundRow; isNew: boolean }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-payment' }
  /** `order`: the order of the earlier request. */
  | { outcome: 'key-reused'; refund: RefundRow; order: OrderRow }
  | { outcome: 'wrong-currency'; currency: string }
  | { outcome: 'above-limit' }
  | { outcome: 'above-day-limit' }
  | {
      outcome: 'refused'
      because: Extract<RefundPlan, { plan: 'refuse' }>['because']
      order: OrderRow
      rest: Money
      underWay?: RefundRow | undefined
    }

/**
 * Commits a refund request (design, flow 5) with the task that sends it. Decides under the order's
 * lock, so concurrent requests never refund more than was paid.
 */
export const requestRefund = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: RefundRequest,
): Promise<RefundRequestOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, request.orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held, trx) => requestHeldRefund(held, trx, ctx, request))
}

export const requestHeldRefund = async (
  held: HeldOrder,
  trx: DbQuery,
  { ids }: Pick<PaymentsContext, 'ids'>,
  request: RefundRequest,
): Promise<RefundRequestOutcome> => {
  const { order } = held
  const hash = hashOf(request)
  const earlier = await findRefundByKey(trx, order.store_id, request.idempotencyKey)
  if (earlier) {
    return isSameRequest(earlier, { order, request, hash })
      ? { outcome: 'accepted', order, refund: earlier, isNew: false }
      : {
          outcome: 'key-reused',
          refund: earlier,
          order: await getOrder(trx, earlier.order_id),
        }
  }
  const payment = chargeOf(held, request)
  if (!payment) {
    const rest = moneyFromMinor(0n, order.currency)
    return request.paymentId
      ? { outcome: 'no-such-payment' }
      : { outcome: 'refused', because: 'not_paid', order, rest }
  }
  const { amount } = request
  if (amount && amount.currency.code !== payment.currency) {
    return { outcome: 'wrong-currency', currency: payment.currency }
  }
  const { refunds } = held
  const meanwhile = refunds.find((made) => isRefundedMeanwhile(made, { payment, request }))
  if (meanwhile) {
    const refund = linkToKey(held, meanwhile.id, request.idempotencyKey)
    return { outcome: 'accepted', order, refund, isNew: false }
  }
  const plan = planRefund(payment, refunds, requestedMinorOf(held, payment, request))
  if (plan.plan === 'refuse') {
    const underWay = refunds.find(({ id }) => id === plan.underWayId)
    const rest = moneyFromMinor(plan.restMinor, payment.currency)
    return { outcome: 'refused', because: plan.because, order, rest, underWay }
  }
  const planned = moneyFromMinor(plan.amountMinor, payment.currency)
  if (!isWithinLimit(request, planned)) return { outcome: 'above-limit' }
  if (request.refundDayLimit) {
    const day = hondurasDayOf(held.now)
    const counting = {
      asker: request.refundDayLimit.requester,
      most: request.refundDayLimit.most,
      day,
      amount: planned,
    }
    if ((await countRefundOfDay(trx, counting)) === 'above-limit') {
      return { outcome: 'above-day-limit' }
    }
  }
  const refund = beginRefund(held, payment, {
    id: ids.next('ref'),
    origin: request.origin,
    plan,
    reason: withoutCardNumbers({ reason: request.reason ?? null }).value.reason,
    idempotency_key: request.idempotencyKey,
    request_hash: hash,
  })
  return { outcome: 'accepted', order, refund, isNew: true }
}

/** Returns the exact refundable rest if the store requests that rest rounded. */
const requestedMinorOf = (
  { order }: HeldOrder,
  payment: PaymentRow,
  { amount, shownDecimals }: RefundRequest,
): bigint | undefined => {
  if (!amount) return undefined
  const totalMinor = chargedMinor(payment)
  // Excludes fees and tips, which a store does not refund.
  const ofOrderMinor = order.amount_minor < totalMinor ? order.amount_minor : totalMinor
  const { refunded_minor: refundedMinor } = payment
  const unitMinor = displayUnit(amount.currency, shownDecimals)
  const shownMinor = roundToUnit(unitMinor, roundToUnit(unitMinor, ofOrderMinor) - refundedMinor)
  return amount.minor === shownMinor ? ofOrderMinor - refundedMinor : amount.minor
}

/** Detects a portal refund made in place of a request with a lost response. */
const isRefundedMeanwhile = (
  made: RefundRow,
  { payment, request }: { payment: PaymentRow; request: RefundRequest },
): boolean =>
  request.firstAskedAt !== undefined &&
  made.created_at >= request.firstAskedAt &&
  made.origin === 'portal' &&
  made.state === 'succeeded' &&
  made.idempotency_key === null &&
  made.payment_id === payment.id &&
  isRequestedAmount(made, request)

/** A store that rounds may request the rounded amount. */
const isRequestedAmount = (
  { amount_minor, currency }: RefundRow,
  { amount, shownDecimals }: RefundRequest,
): boolean =>
  amount !== undefined &&
  isSameOrRounded(
    amount,
    moneyFromMinor(amount_minor, currency),
    displayUnit(amount.currency, shownDecimals),
  )

/** A linked portal refund has no request to compare. */
const isSameRequest = (
  earlier: RefundRow,
  { order, request, hash }: { order: OrderRow; request: RefundRequest; hash: string },
): boolean => {
  if (earlier.request_hash !== null) return earlier.request_hash === hash
  return earlier.order_id === order.id && isRequestedAmount(earlier, request)
}

const chargeOf = (
  { order, payments }: HeldOrder,
  { paymentId }: RefundRequest,
): PaymentRow | undefined =>
  payments.find(({ id }) => id === (paymentId ?? order.current_payment_id))

const hashOf = ({ orderExternalId, paymentId, amount, reason }: RefundRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        orderExternalId,
        paymentId ?? null,
        amount ? [String(amount.minor), amount.currency.code] : null,
        reason ?? null,
      ]),
    )
    .digest('hex')

/** Includes `accepted`, which usually lasts only until the next reading. */
const isUnderWay = ({ state }: RefundRow): boolean =>
  state === 'pending' || state === 'requested' || state === 'accepted'

/** Waits until a refund ends, has to wait, or finishes one try. */
export const awaitRefund = async (
  ctx: PaymentsContext,
  refund: RefundRow,
  patienceMs: number,
): Promise<RefundRow> => {
  const { id } = refund
  const giveUpAt = Date.now() + patienceMs
  let wasTried = false
  const stopListening = ctx.signals.on(REFUND_SIGNAL, (tried) => {
    wasTried ||= tried === id
  })
  try {
    for (;;) {
      const isLastCheck = wasTried || Date.now() >= giveUpAt
      const latest = (await findRefund(ctx.db.query, id)) ?? refund
      if (!isUnderWay(latest) || isLastCheck) return latest
      await ctx.signals.next(REFUND_SIGNAL, id, Math.min(giveUpAt - Date.now(), 250))
    }
  } finally {
    stopListening()
  }
}
