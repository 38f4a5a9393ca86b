import type { PaymentObject } from '../../../contract/payment.ts'
import { isPaymentState, type PaymentState } from '../../../contract/payment-states.ts'
import { currencyByNumericCode } from '../../../domain/currencies.ts'
import { type Money, parseMoney } from '../../../domain/money.ts'
import { type PaymentStatus, wasCharged } from './advance.ts'

/**
 * `ambiguous`: the payment contradicts itself, so Puente confirms by `GET`. `unreadable`: unknown
 * type or status; an operator reviews it.
 */
export type Observation =
  | {
      kind: 'seen'
      derived: PaymentStatus
      /** Fallback: the requested amount. */
      amount: Money | undefined
      ambiguous: boolean
      /**
       * A partial refund without its sum (2.1 has `refunded_amount` on paid and voided payments
       * only): ignore `derived.refunded_minor`.
       */
      lacksRefundSum: boolean
      /** `refund_amount` (2.1), in minor units: the single refund, or the sum so far. */
      refundMinor?: bigint | undefined
      /**
       * A closed payment without a charge has a transaction (2.1), so a charge failed, even if its
       * event was lost.
       */
      wasTried: boolean
      /** `refunded_at` (2.1). */
      refundedAt?: Date | undefined
    }
  | { kind: 'unreadable'; detail: string }

/** Implied state by event type (`gateway-api.md` 6.2). */
const STATE_OF_EVENT: Record<string, PaymentState> = {
  'payment.approved': 'paid',
  // A decline leaves the payment payable, as far as documented (3).
  'payment.failed': 'pending',
  'payment.expired': 'expired',
  'payment.voided': 'voided',
  'payment.refunded': 'refunded',
  'payment.partially_refunded': 'partially_refunded',
}

export const isPaymentEvent = (type: string): boolean => Object.hasOwn(STATE_OF_EVENT, type)

/**
 * Parses an event. Its type decides (6.5.2): a `data.status` that claims another charge is
 * ambiguous, because only `payment.approved` and `GET` confirm one (3). So is a decline that closed
 * the payment (undocumented, 3).
 */
export const observeEvent = (type: string, payment: PaymentObject): Observation => {
  const state = STATE_OF_EVENT[type]
  if (!state) return { kind: 'unreadable', detail: `event type ${type}` }
  const claimed = isPaymentState(payment.status) ? payment.status : state
  const contradicts = claimed !== state && (wasCharged(claimed) || state === 'pending')
  const observed = observe(payment, state, contradicts)
  const isRefund = state === 'refunded' || state === 'partially_refunded'
  if (observed.kind !== 'seen' || !isRefund) return observed
  const refund = moneyReader(payment)(payment.refund_amount)
  if (!refund || refund.minor <= 0n) return observed
  return { ...observed, refundMinor: refund.minor, refundedAt: payment.refunded_at ?? undefined }
}

/** Parses a response of `GET /payments/{id}` or a creation: authoritative. */
export const observePayment = (payment: PaymentObject): Observation =>
  isPaymentState(payment.status)
    ? observe(payment, payment.status, false)
    : { kind: 'unreadable', detail: `status ${payment.status}` }

const observe = (payment: PaymentObject, state: PaymentState, ambiguous: boolean): Observation => {
  const moneyOf = moneyReader(payment)
  const charged = wasCharged(state)
  const amount = moneyOf(payment.amount)
  const sums = {
    total_minor: moneyOf(payment.total ?? payment.amount)?.minor ?? null,
    service_fee_minor: moneyOf(payment.service_fee_amount)?.minor ?? null,
    sales_tax_minor: moneyOf(payment.sales_tax_amount)?.minor ?? null,
  }
  const refundSum = moneyOf(payment.refunded_amount)?.minor
  return {
    kind: 'seen',
    amount,
    ambiguous,
    wasTried: !charged && state !== 'pending' && Boolean(payment.transaction_id),
    lacksRefundSum: state === 'partially_refunded' && refundSum === undefined,
    derived: {
      state,
      transaction_id: charged ? (payment.transaction_id ?? null) : null,
      ...sums,
      tip_minor: tipOf(amount, sums),
      refunded_minor: refundedOf(state, refundSum, sums.total_minor),
      paid_at: charged ? (payment.paid_at ?? null) : null,
    },
  }
}

/** Parses leniently: an unreadable fee must not hide a charge. */
const moneyReader = (payment: PaymentObject) => {
  const currency = currencyByNumericCode(payment.currency)
  return (decimal: string | null | undefined): Money | undefined => {
    const parsed = currency && decimal ? parseMoney(decimal, currency) : undefined
    return parsed?.ok ? parsed.money : undefined
  }
}

const refundedOf = (
  state: PaymentState,
  sum: bigint | undefined,
  totalMinor: bigint | null,
): bigint => {
  // A void reports the whole amount as refunded, although the gateway refunded nothing (2.1).
  if (!wasCharged(state) || state === 'voided') return 0n
  // The state implies a full refund (3).
  return sum ?? (state === 'refunded' ? (totalMinor ?? 0n) : 0n)
}

/**
 * Computes the tip as total minus amount, fee and tax, because the payment object has no tip field
 * (2.1).
 */
const tipOf = (
  amount: Money | undefined,
  sums: Pick<PaymentStatus, 'total_minor' | 'service_fee_minor' | 'sales_tax_minor'>,
): bigint | null => {
  if (!amount || sums.total_minor === null) return null
  const beside = (sums.service_fee_minor ?? 0n) + (sums.sales_tax_minor ?? 0n)
  const rest = sums.total_minor - amount.minor - beside
  return rest > 0n ? rest : 0n
}
