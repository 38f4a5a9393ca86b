import type { OrderRow, PaymentRow, RefundRow } from '../../../db/db.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import {
  displayUnit,
  isSameOrRounded,
  type Money,
  moneyFromMinor,
  roundToUnit,
} from '../../../domain/money.ts'
import { isWithinLimit, type Rights } from '../../../domain/rights.ts'
import { chargedMinor } from '../../orders/rules/refunds/match-refunds.ts'
import { planRefund, type RefundPlan } from '../../orders/rules/refunds/plan-refund.ts'

export interface RefundTerms {
  /** Default: the effective payment. */
  paymentId?: PaymentId | undefined
  /** Default: the whole rest. */
  amount?: Money | undefined
  /** Decimals that the store shows, if fewer than the currency's. */
  shownDecimals?: number | undefined
  /** Time of the first request, if its response was lost. */
  firstAskedAt?: Date | undefined
  refundLimit: Rights['refundLimit']
}

export interface RequestFacts {
  order: OrderRow
  payments: readonly PaymentRow[]
  refunds: readonly RefundRow[]
  earlier: RefundRow | undefined
  hash: string
}

export type RequestRefusal =
  | { outcome: 'no-such-payment' }
  | { outcome: 'wrong-currency'; currency: string }
  | { outcome: 'above-limit' }

export interface PlanRefusal {
  outcome: 'refused'
  because: Extract<RefundPlan, { plan: 'refuse' }>['because']
  rest: Money
  underWay?: RefundRow | undefined
}

/**
 * `repeated`: the same request came before. `made-meanwhile`: a portal refund replaced a request
 * with a lost response.
 */
export type RequestDecision =
  | { outcome: 'repeated' | 'key-reused' | 'made-meanwhile'; refund: RefundRow }
  | {
      outcome: 'begin'
      payment: PaymentRow
      plan: RefundPlan & { plan: 'refund' }
      amount: Money
    }
  | RequestRefusal
  | PlanRefusal

/** Decides about a refund request from the facts of its locked order. */
export const decideRefundRequest = (terms: RefundTerms, facts: RequestFacts): RequestDecision => {
  const { order, payments, refunds, earlier } = facts
  if (earlier) {
    const outcome = isSameRequest(earlier, terms, facts) ? 'repeated' : 'key-reused'
    return { outcome, refund: earlier }
  }
  const payment = payments.find(({ id }) => id === (terms.paymentId ?? order.current_payment_id))
  if (!payment) {
    const rest = moneyFromMinor(0n, order.currency)
    return terms.paymentId
      ? { outcome: 'no-such-payment' }
      : { outcome: 'refused', because: 'not_paid', rest }
  }
  if (terms.amount && terms.amount.currency.code !== payment.currency) {
    return { outcome: 'wrong-currency', currency: payment.currency }
  }
  const meanwhile = refunds.find((made) => isMadeMeanwhile(made, payment, terms))
  if (meanwhile) return { outcome: 'made-meanwhile', refund: meanwhile }
  const plan = planRefund(payment, refunds, requestedMinorOf(order, payment, terms))
  if (plan.plan === 'refuse') {
    const underWay = refunds.find(({ id }) => id === plan.underWayId)
    const rest = moneyFromMinor(plan.restMinor, payment.currency)
    return { outcome: 'refused', because: plan.because, rest, underWay }
  }
  const amount = moneyFromMinor(plan.amountMinor, payment.currency)
  return isWithinLimit(terms, amount)
    ? { outcome: 'begin', payment, plan, amount }
    : { outcome: 'above-limit' }
}

/** A linked portal refund has no request to compare. */
const isSameRequest = (
  earlier: RefundRow,
  terms: RefundTerms,
  { order, hash }: RequestFacts,
): boolean =>
  earlier.request_hash === null
    ? earlier.order_id === order.id && isRequestedAmount(earlier, terms)
    : earlier.request_hash === hash

/** Detects a portal refund made in place of a request with a lost response. */
const isMadeMeanwhile = (made: RefundRow, payment: PaymentRow, terms: RefundTerms): boolean =>
  terms.firstAskedAt !== undefined &&
  made.created_at >= terms.firstAskedAt &&
  made.origin === 'portal' &&
  made.state === 'succeeded' &&
  made.idempotency_key === null &&
  made.payment_id === payment.id &&
  isRequestedAmount(made, terms)

/** A store that rounds may request the rounded amount. */
const isRequestedAmount = (
  { amount_minor, currency }: RefundRow,
  { amount, shownDecimals }: RefundTerms,
): boolean =>
  amount !== undefined &&
  isSameOrRounded(
    amount,
    moneyFromMinor(amount_minor, currency),
    displayUnit(amount.currency, shownDecimals),
  )

/** Returns the exact refundable rest if the store requests that rest rounded. */
const requestedMinorOf = (
  order: OrderRow,
  payment: PaymentRow,
  { amount, shownDecimals }: RefundTerms,
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
