import { isPaymentState } from '../../contract/payment-states.ts'
import type { AttemptState } from '../../ledger/tables.ts'
import { wasCharged } from './advance.ts'
import type { ReversalFacts } from './match-reversals.ts'

export type ReversalPlan =
  | { plan: 'reverse'; kind: 'void' | 'refund'; amountMinor: bigint }
  | {
      plan: 'refuse'
      because: 'not_paid' | 'voided' | 'nothing_left' | 'above_rest' | 'under_way'
      /** What could still be given back, minor units. */
      restMinor: bigint
    }

/**
 * What to do about a wish to give money back. All of an untouched charge is voided first, because a
 * void reaches the customer at once; everything else is refunded (`gateway-api.md` 4.7). One
 * reversal at a time, so never more than was paid is asked for.
 */
export const planReversal = (
  charge: { state: AttemptState; totalMinor: bigint; refundedMinor: bigint },
  reversals: readonly ReversalFacts[],
  /** `undefined`: all that is left. */
  wantedMinor: bigint | undefined,
): ReversalPlan => {
  const { state, totalMinor, refundedMinor } = charge
  const refuse = (
    because: Extract<ReversalPlan, { plan: 'refuse' }>['because'],
    restMinor = 0n,
  ): ReversalPlan => ({ plan: 'refuse', because, restMinor })
  if (!isPaymentState(state) || !wasCharged(state)) return refuse('not_paid')
  if (state === 'voided') return refuse('voided')
  const restMinor = totalMinor - refundedMinor
  if (state === 'refunded' || restMinor <= 0n) return refuse('nothing_left')
  const isUnderWay = reversals.some((reversal) => !['done', 'refused'].includes(reversal.state))
  if (isUnderWay) return refuse('under_way', restMinor)
  const amountMinor = wantedMinor ?? restMinor
  if (amountMinor > restMinor) return refuse('above_rest', restMinor)
  const isWhole = amountMinor === totalMinor && refundedMinor === 0n
  return { plan: 'reverse', kind: isWhole ? 'void' : 'refund', amountMinor }
}
