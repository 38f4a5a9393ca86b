import { createHash } from 'node:crypto'
import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../db/orders.ts'
import { findRefund, findRefundByKey } from '../../db/refunds.ts'
import { countRefundOfDay } from '../../db/refunds-of-days.ts'
import type { RefundOrigin } from '../../db/tables/refunds.ts'
import type { PaymentId } from '../../domain/ids.ts'
import {
  isSameOrRounded,
  type Money,
  moneyFromMinor,
  roundedTo,
  shownUnitOf,
} from '../../domain/money.ts'
import { isWithinLimit, type Rights } from '../../domain/rights.ts'
import { withoutCardNumbers } from '../../runtime/caller-texts.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import { beginRefund } from '../orders/refund-transitions.ts'
import { chargedMinor } from '../orders/rules/match-refunds.ts'
import { planRefund, type RefundPlan } from '../orders/rules/plan-refund.ts'
import { type PaymentsContext, REFUND_SIGNAL } from '../ports/context.ts'
import { linkToKey } from './link-refund.ts'

export interface RefundRequest {
  /** The shop's id of the order. */
  orderExternalId: string
  /** Which attempt, when an order was paid twice; else the one that is the effective payment. */
  paymentId?: PaymentId | undefined
  /** `undefined`: all that is left. */
  amount?: Money | undefined
  /** Decimals that the store shows, if it rounds amounts to fewer than its currency has. */
  shownDecimals?: number | undefined
  reason?: string | undefined
  /** The shop's: the same key asks for the same once. */
  idempotencyKey: string
  /** When it was asked for first, where the answer was lost. */
  firstAskedAt?: Date | undefined
  origin: RefundOrigin
  /** The largest refund that whoever asks may have made; `undefined`: no limit. */
  refundLimit: Rights['refundLimit']
  /** The most that whoever asks may have made within a day, counted for `asker`. */
  refundDayLimit: { most: Money; asker: string } | undefined
}

export type RefundRequestOutcome =
  /** `isNew: false`: the same key asked for the same before. */
  | { outcome: 'accepted'; order: OrderRow; refund: RefundRow; isNew: boolean }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-payment' }
  /** The key was used for something else; `order`: what the earlier one was of. */
  | { outcome: 'key-reused'; refund: RefundRow; order: OrderRow }
  | { outcome: 'wrong-currency'; currency: string }
  /** More would be refunded or voided than whoever asks may have made. */
  | { outcome: 'above-limit' }
  /** More than whoever asks may have made on this day. */
  | { outcome: 'above-day-limit' }
  | {
      outcome: 'refused'
      because: Extract<RefundPlan, { plan: 'refuse' }>['because']
      order: OrderRow
      rest: Money
      /** The refund of the order that is under way, if that is why. */
      underWay?: RefundRow | undefined
    }

/**
 * Commits the request to refund (design, flow 5) with the task that carries it out. Decides
 * under the order's lock, so that requests that come at once never refund more than was paid.
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

/** The same of a held order. */
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
  const plan = planRefund(payment, refunds, wantedMinorOf(held, payment, request))
  if (plan.plan === 'refuse') {
    const underWay = refunds.find(({ id }) => id === plan.underWayId)
    const rest = moneyFromMinor(plan.restMinor, payment.currency)
    return { outcome: 'refused', because: plan.because, order, rest, underWay }
  }
  const planned = moneyFromMinor(plan.amountMinor, payment.currency)
  if (!isWithinLimit(request, planned)) return { outcome: 'above-limit' }
  if (request.refundDayLimit) {
    const day = hondurasDayOf(held.now)
    const counting = { ...request.refundDayLimit, day, amount: planned }
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

/** Returns the exact rest of the order if the store asks for that rest as it shows it, rounded. */
const wantedMinorOf = (
  { order }: HeldOrder,
  payment: PaymentRow,
  { amount, shownDecimals }: RefundRequest,
): bigint | undefined => {
  if (!amount) return undefined
  const totalMinor = chargedMinor(payment)
  // Fees and tips on top of the total are no part of what the store refunds.
  const ofOrderMinor = order.amount_minor < totalMinor ? order.amount_minor : totalMinor
  const { refunded_minor: refundedMinor } = payment
  const unitMinor = shownUnitOf(amount.currency, shownDecimals)
  const shownMinor = roundedTo(unitMinor, roundedTo(unitMinor, ofOrderMinor) - refundedMinor)
  return amount.minor === shownMinor ? ofOrderMinor - refundedMinor : amount.minor
}

/** Detects a refund in the gateway's portal that stands for a request whose answer was lost. */
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
  isAskedFor(made, request)

/** A store that rounds may ask for the rounded amount of a refund. */
const isAskedFor = (
  { amount_minor, currency }: RefundRow,
  { amount, shownDecimals }: RefundRequest,
): boolean =>
  amount !== undefined &&
  isSameOrRounded(
    amount,
    moneyFromMinor(amount_minor, currency),
    shownUnitOf(amount.currency, shownDecimals),
  )

/** A portal refund that was tied to the key afterwards has no request to compare. */
const isSameRequest = (
  earlier: RefundRow,
  { order, request, hash }: { order: OrderRow; request: RefundRequest; hash: string },
): boolean => {
  if (earlier.request_hash !== null) return earlier.request_hash === hash
  return earlier.order_id === order.id && isAskedFor(earlier, request)
}

/** The attempt that was charged is the order's current one (see `applyDerivedStatus`). */
const chargeOf = (
  { order, payments }: HeldOrder,
  { paymentId }: RefundRequest,
): PaymentRow | undefined =>
  payments.find(({ id }) => id === (paymentId ?? order.current_payment_id))

/** What a request asks for, whatever its key. */
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

/** `accepted` is most often a moment between the answer and the reading of the payment. */
const isUnderWay = ({ state }: RefundRow): boolean =>
  state === 'pending' || state === 'requested' || state === 'accepted'

/**
 * Waits until a refund has come to an end, has to wait, or one try of it is over; at most for
 * `patienceMs`.
 */
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
      const isLastLook = wasTried || Date.now() >= giveUpAt
      const latest = (await findRefund(ctx.db.query, id)) ?? refund
      if (!isUnderWay(latest) || isLastLook) return latest
      await ctx.signals.next(REFUND_SIGNAL, id, Math.min(giveUpAt - Date.now(), 250))
    }
  } finally {
    stopListening()
  }
}
