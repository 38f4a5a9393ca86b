import type { PaymentState } from '../../../contract/payment-states.ts'

/** What is known, or was just seen, of one payment at the gateway. Amounts in minor units. */
export interface PaymentStanding {
  state: PaymentState
  /** Of the charge that paid. */
  transactionId: string | null
  /** What the customer is or was charged: the amount with tax, fee and tip. */
  totalMinor: bigint | null
  serviceFeeMinor: bigint | null
  salesTaxMinor: bigint | null
  tipMinor: bigint | null
  refundedMinor: bigint
  paidAt: Date | null
}

/**
 * How far a payment has come (`gateway-api.md` 3). A payment whose link expired or was disabled
 * can still turn out paid, when the charge was made in time and its event came late.
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

/** Whether money was taken, whatever became of it afterwards. */
export const wasCharged = (state: PaymentState): boolean => PROGRESS[state] >= PROGRESS.paid

/**
 * The status after `observed` became known on top of `current`. States only advance and refunded
 * sums only grow, so the result of a history is the same in any order and with any repetition:
 * `advance` is commutative, associative and idempotent.
 */
export const advance = (current: PaymentStanding, observed: PaymentStanding): PaymentStanding => {
  const both = [current, observed]
  const charged = both.filter(({ state }) => wasCharged(state))
  // A charge's own figures outrank what was forecast before it (a tip is not in the forecast).
  const sources = charged.length > 0 ? charged : both
  return {
    state: PROGRESS[current.state] >= PROGRESS[observed.state] ? current.state : observed.state,
    transactionId: least(charged.map(({ transactionId }) => transactionId)),
    totalMinor: greatest(sources.map(({ totalMinor }) => totalMinor)),
    serviceFeeMinor: greatest(sources.map(({ serviceFeeMinor }) => serviceFeeMinor)),
    salesTaxMinor: greatest(sources.map(({ salesTaxMinor }) => salesTaxMinor)),
    tipMinor: greatest(sources.map(({ tipMinor }) => tipMinor)),
    refundedMinor: greatest(both.map(({ refundedMinor }) => refundedMinor)) ?? 0n,
    paidAt: least(charged.map(({ paidAt }) => paidAt)),
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
