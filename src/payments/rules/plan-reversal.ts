import { isPaymentState } from '../../contract/payment-states.ts'
import type { AttemptState } from '../../ledger/tables/orders.ts'
import { wasCharged } from './advance.ts'
import type { ReversalFacts } from './match-reversals.ts'
import { isOver } from './reversal-states.ts'

/** A reversal among all those of its order. */
export interface ReversalOfOrder extends ReversalFacts {
  paymentId: string
}

export type ReversalPlan =
  | {
      plan: 'reverse'
      kind: 'void' | 'refund'
      amountMinor: bigint
      /** Parts of the same charge that only wait: the wish of the whole takes their place. */
      supersedes: string[]
    }
  | {
      plan: 'refuse'
      because: 'not_paid' | 'voided' | 'nothing_left' | 'above_rest' | 'under_way'
      /** What could still be given back, minor units. */
      restMinor: bigint
      /** The reversal of the order that is under way. */
      underWayId?: string
    }

/**
 * What to do about a wish to give money back. All of an untouched charge is voided first, because a
 * void reaches the customer at once; everything else is refunded (`gateway-api.md` 4.7). One
 * reversal at a time for an order, so never more than was paid is asked for; but a part that only
 * waits for its window does not keep the whole from being voided today.
 */
export const planReversal = (
  charge: { id: string; state: AttemptState; totalMinor: bigint; refundedMinor: bigint },
  /** All those of the order. */
  reversals: readonly ReversalOfOrder[],
  /** `undefined`: all that is left. */
  wantedMinor: bigint | undefined,
): ReversalPlan => {
  const { state, totalMinor, refundedMinor } = charge
  const refuse = (
    because: Extract<ReversalPlan, { plan: 'refuse' }>['because'],
    restMinor = 0n,
  ): ReversalPlan & { plan: 'refuse' } => ({ plan: 'refuse', because, restMinor })
  if (!isPaymentState(state) || !wasCharged(state)) return refuse('not_paid')
  if (state === 'voided') return refuse('voided')
  const restMinor = totalMinor - refundedMinor
  if (state === 'refunded' || restMinor <= 0n) return refuse('nothing_left')
  const amountMinor = wantedMinor ?? restMinor
  const isWhole = amountMinor === totalMinor && refundedMinor === 0n
  const open = reversals.filter((reversal) => !isOver(reversal))
  const isSuperseded = (reversal: ReversalOfOrder): boolean =>
    isWhole &&
    reversal.paymentId === charge.id &&
    reversal.state === 'waiting' &&
    reversal.amountMinor < totalMinor
  const underWay = open.find((reversal) => !isSuperseded(reversal))
  if (underWay) return { ...refuse('under_way', restMinor), underWayId: underWay.id }
  if (amountMinor > restMinor) return refuse('above_rest', restMinor)
  const kind = isWhole ? 'void' : 'refund'
  return { plan: 'reverse', kind, amountMinor, supersedes: open.map(({ id }) => id) }
}
