import type { PaymentRow, RefundRow } from '../../../../db/db.ts'
import type { RefundId } from '../../../../domain/ids.ts'
import { hasCharge } from '../advance.ts'
import { type ChargeFacts, chargedMinor, type RefundFacts } from './match-refunds.ts'
import { isOver } from './refund-states.ts'

export type RefundPlan =
  | {
      plan: 'refund'
      kind: 'void' | 'refund'
      amountMinor: bigint
      /** Waiting partial refunds, superseded by a full one. */
      supersedes: RefundId[]
    }
  | {
      plan: 'refuse'
      because: 'not_paid' | 'voided' | 'nothing_left' | 'above_rest' | 'under_way'
      restMinor: bigint
      underWayId?: RefundId
    }

/**
 * Plans a refund. A full refund of an untouched charge starts as a void, which reaches the customer
 * immediately (`gateway-api.md` 4.7). One open refund per order keeps requests within the amount
 * paid, but a partial refund that waits for its window does not block today's void.
 */
export const planRefund = (
  charge: ChargeFacts & Pick<PaymentRow, 'id'>,
  refunds: readonly (RefundFacts & Pick<RefundRow, 'payment_id'>)[],
  /** Default: the whole rest. */
  requestedMinor: bigint | undefined,
): RefundPlan => {
  const { state, refunded_minor: refundedMinor } = charge
  const totalMinor = chargedMinor(charge)
  const refuse = (
    because: Extract<RefundPlan, { plan: 'refuse' }>['because'],
    restMinor = 0n,
  ): RefundPlan & { plan: 'refuse' } => ({ plan: 'refuse', because, restMinor })
  if (!hasCharge(charge)) return refuse('not_paid')
  if (state === 'voided') return refuse('voided')
  const restMinor = totalMinor - refundedMinor
  if (state === 'refunded' || restMinor <= 0n) return refuse('nothing_left')
  const amountMinor = requestedMinor ?? restMinor
  const isWhole = amountMinor === totalMinor && refundedMinor === 0n
  const open = refunds.filter((refund) => !isOver(refund))
  const isSuperseded = (refund: (typeof refunds)[number]): boolean =>
    isWhole &&
    refund.payment_id === charge.id &&
    refund.state === 'waiting' &&
    refund.amount_minor < totalMinor
  const underWay = open.find((refund) => !isSuperseded(refund))
  if (underWay) return { ...refuse('under_way', restMinor), underWayId: underWay.id }
  if (amountMinor > restMinor) return refuse('above_rest', restMinor)
  const kind = isWhole ? 'void' : 'refund'
  return { plan: 'refund', kind, amountMinor, supersedes: open.map(({ id }) => id) }
}
