import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { type Money, moneyFromMinor } from '../../../domain/money.ts'
import { isWithinLimit, type Rights } from '../../../domain/rights.ts'
import { isUnclaimed } from '../../orders/rules/refunds/doubt-of-refund.ts'
import { chargedMinor } from '../../orders/rules/refunds/match-refunds.ts'
import { isOver } from '../../orders/rules/refunds/refund-states.ts'
import { isOverdueToBeShown } from './refund-step.ts'
import { canBeCancelledAfterDoubt } from './repeat-refund.ts'

/** Operator's answer about a refund that may exist already. */
export const REFUND_RESOLUTIONS = ['already_made', 'refund_anyway'] as const
export type RefundResolution = (typeof REFUND_RESOLUTIONS)[number]

/** `known`: the refund is as requested. */
export type CancelDecision = { outcome: 'known' | 'cancel' | 'too-late' }

/** Cancels a refund without a request in flight, or a refund that has not shown for a day. */
export const decideCancellation = (refund: RefundRow, now: Date): CancelDecision => {
  if (refund.state === 'cancelled') return { outcome: 'known' }
  const isUnsent = refund.state === 'waiting' || refund.state === 'pending'
  return { outcome: isUnsent || isOverdueToBeShown(refund, now) ? 'cancel' : 'too-late' }
}

export interface ResolutionFacts {
  payment: PaymentRow
  refunds: readonly RefundRow[]
  refundLimit: Rights['refundLimit']
  now: Date
}

export type ResolutionRefusal =
  | { outcome: 'not-in-question' }
  /** Sent less than an hour ago, so it may still show. */
  | { outcome: 'too-early' }
  /** No portal refund is large enough. */
  | { outcome: 'not-at-gateway' }
  | { outcome: 'above-rest'; rest: Money }
  | { outcome: 'above-limit' }

/** `claim`: the portal refund that was this one. `send`: portal refunds are different ones. */
export type ResolutionDecision =
  | { outcome: 'known' }
  | { outcome: 'claim'; portal: RefundRow }
  | { outcome: 'send'; confirmedIds: RefundId[] }
  | ResolutionRefusal

/** Decides about an operator's answer. No answer counts while a request is in flight. */
export const decideResolution = (
  refund: RefundRow,
  resolution: RefundResolution,
  facts: ResolutionFacts,
): ResolutionDecision => {
  const { state, needs_attention } = refund
  switch (resolution) {
    case 'already_made':
      if (state === 'succeeded') return { outcome: 'known' }
      if (isOver(refund) || state === 'requested') return { outcome: 'not-in-question' }
      return claimOf(refund, facts)
    case 'refund_anyway':
      if (needs_attention === null && ['pending', 'requested', 'accepted'].includes(state)) {
        return { outcome: 'known' }
      }
      if (isOver(refund) || needs_attention === null) return { outcome: 'not-in-question' }
      return sendAnyway(refund, facts)
  }
}

/** Prefers a portal refund of exactly this amount, then the latest. */
const claimOf = (
  { payment_id, amount_minor: amount }: RefundRow,
  { refunds }: ResolutionFacts,
): ResolutionDecision => {
  const ofPortal = refunds
    .filter(
      (made) =>
        isUnclaimed(made) &&
        made.state === 'succeeded' &&
        made.kind === 'refund' &&
        made.payment_id === payment_id &&
        made.amount_minor >= amount,
    )
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())
  const portal = ofPortal.find((made) => made.amount_minor === amount) ?? ofPortal[0]
  return portal ? { outcome: 'claim', portal } : { outcome: 'not-at-gateway' }
}

const sendAnyway = (
  { payment_id, amount_minor, currency, sends }: RefundRow,
  { payment, refunds, refundLimit, now }: ResolutionFacts,
): ResolutionDecision => {
  if (!canBeCancelledAfterDoubt(sends, now)) return { outcome: 'too-early' }
  const restMinor = chargedMinor(payment) - payment.refunded_minor
  if (amount_minor > restMinor) {
    return { outcome: 'above-rest', rest: moneyFromMinor(restMinor, currency) }
  }
  if (!isWithinLimit({ refundLimit }, moneyFromMinor(amount_minor, currency))) {
    return { outcome: 'above-limit' }
  }
  const confirmed = refunds.filter((made) => made.payment_id === payment_id && isUnclaimed(made))
  return { outcome: 'send', confirmedIds: confirmed.map(({ id }) => id) }
}
