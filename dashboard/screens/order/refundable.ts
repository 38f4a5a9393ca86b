import type { Schemas } from '../../app/api.ts'
import { dayAt, today } from '../../parts/values/honduras-day.ts'

export type Whole = Schemas['WholeOrder']
type Payment = Schemas['PaymentOfStore']

const PAYABLE = new Set<string>(['awaiting_payment', 'payment_expired'])

export const awaitsPayment = ({ status }: Pick<Whole['order'], 'status'>) => PAYABLE.has(status)

const CHARGED = new Set<string>(['paid', 'partially_refunded'])

export const refundable = ({ payments }: Pick<Whole, 'payments'>): Payment[] =>
  payments.filter(({ state, transaction_id }) => CHARGED.has(state) && transaction_id !== null)

/** Charges of an order paid twice, besides the effective payment. */
export const duplicatesOf = ({ payments, order }: Pick<Whole, 'payments' | 'order'>): Payment[] =>
  order.conflict === 'paid_twice'
    ? refundable({ payments }).filter(({ id }) => id !== order.effective_payment_id)
    : []

const ENDED = new Set<string>(['succeeded', 'failed', 'cancelled'])

/**
 * In a conflict, returns the payment that an open alert names, else the newest besides the
 * effective payment. Skips payments with a refund in flight.
 */
export const paymentToRefund = ({
  payments,
  order,
  alerts,
  refunds,
}: Whole): Payment | undefined => {
  const charged = refundable({ payments })
  const named = alerts
    .filter(({ closed_at }) => closed_at === null)
    .flatMap(({ details }) => Object.values(details))
  const underWay = new Set(
    refunds.filter(({ state }) => !ENDED.has(state)).map(({ payment_id }) => payment_id),
  )
  const extra = charged.filter(({ id }) => id !== order.effective_payment_id)
  const candidates = (extra.length > 0 ? extra : charged).filter(({ id }) => !underWay.has(id))
  return candidates.find(({ id }) => named.includes(id)) ?? candidates.at(-1)
}

type Refund = Schemas['RefundOfStore']

/** An ended refund keeps its doubt, but needs no answer. */
export const isInQuestion = ({
  state,
  needs_attention,
}: Pick<Refund, 'state' | 'needs_attention'>): boolean =>
  needs_attention !== null && (state === 'waiting' || state === 'unknown')

export const refundInQuestion = (
  refunds: readonly Refund[],
  { details, closed_at }: Whole['alerts'][number],
): Refund | undefined =>
  closed_at === null
    ? refunds.find((refund) => refund.id === details.refund && isInQuestion(refund))
    : undefined

/** A full refund would be a void: charged today in Honduras, with nothing refunded. */
export const isVoided = ({ state, refunded_amount, paid_at }: Payment): boolean =>
  state === 'paid' &&
  Number(refunded_amount) === 0 &&
  paid_at !== null &&
  dayAt(new Date(paid_at)) === today()
