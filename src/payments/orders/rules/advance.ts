import { isPaymentState, type PaymentState } from '../../../contract/payment-states.ts'
import type { PaymentRow } from '../../../db/db.ts'

export interface PaymentStatus
  extends Pick<PaymentRow, 'transaction_id' | 'refunded_minor' | 'paid_at'>,
    Pick<PaymentRow, 'total_minor' | 'service_fee_minor' | 'sales_tax_minor' | 'tip_minor'> {
  state: PaymentState
}

/** Maps states known only to Puente to `pending`. */
export const statusOfPayment = <Payment extends Pick<PaymentRow, 'state'>>(payment: Payment) => ({
  ...payment,
  state: isPaymentState(payment.state) ? payment.state : ('pending' as const),
})

/**
 * Rank of the payment states (`gateway-api.md` 3). `paid` outranks `expired` and `disabled`: the
 * event of a charge made in time may arrive after the checkout expired.
 */
const PROGRESS: Record<PaymentState, number> = {
  pending: 0,
  disabled: 1,
  expired: 2,
  paid: 3,
  partially_refunded: 4,
  refunded: 5,
  voided: 6,
}

/** Reports whether a charge succeeded, even if voided or refunded since. */
export const wasCharged = (state: PaymentState): boolean => PROGRESS[state] >= PROGRESS.paid

export const hasCharge = ({ state }: Pick<PaymentRow, 'state'>): boolean =>
  isPaymentState(state) && wasCharged(state)

/**
 * Merges an observed status into the current one. States only advance and refunded sums only grow,
 * so the merge is commutative, associative and idempotent.
 */
export const advance = (current: PaymentStatus, observed: PaymentStatus): PaymentStatus => {
  const both = [current, observed]
  const charged = both.filter(({ state }) => wasCharged(state))
  // A forecast lacks the tip, so figures of a charge win.
  const sources = charged.length > 0 ? charged : both
  return {
    state: PROGRESS[current.state] >= PROGRESS[observed.state] ? current.state : observed.state,
    transaction_id: least(charged.map(({ transaction_id }) => transaction_id)),
    total_minor: greatest(sources.map(({ total_minor }) => total_minor)),
    service_fee_minor: greatest(sources.map(({ service_fee_minor }) => service_fee_minor)),
    sales_tax_minor: greatest(sources.map(({ sales_tax_minor }) => sales_tax_minor)),
    tip_minor: greatest(sources.map(({ tip_minor }) => tip_minor)),
    refunded_minor: greatest(both.map(({ refunded_minor }) => refunded_minor)) ?? 0n,
    paid_at: least(charged.map(({ paid_at }) => paid_at)),
  }
}

const greatest = <T extends bigint>(values: ReadonlyArray<T | null>): T | null =>
  values.reduce(
    (one, other) => (one === null || (other !== null && other > one) ? other : one),
    null,
  )

const least = <T extends string | Date>(values: ReadonlyArray<T | null>): T | null =>
  values.reduce(
    (one, other) => (one === null || (other !== null && other < one) ? other : one),
    null,
  )
