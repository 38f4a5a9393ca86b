import type { PaymentState } from '../../../contract/payment-states.ts'
import type { RefundState } from '../../../db/tables/refunds.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { timesOf } from './known-refunds.ts'
import { isAsked, isOver } from './refund-states.ts'

/** What the rule looks at of a refund; amounts in minor units. */
export interface RefundFacts {
  id: RefundId
  kind: 'void' | 'refund'
  state: RefundState
  amountMinor: bigint
}

/** How a charge stands at the gateway. */
export interface RefundedSums {
  state: PaymentState
  /** What the customer was charged. */
  totalMinor: bigint
  /** All that was refunded so far; a void is none (`gateway-api.md` 2.1). */
  refundedMinor: bigint
  /** The amounts that events told of single refunds, each event once. */
  toldMinor?: readonly bigint[]
}

/** What becomes of an order's refunds when the gateway shows more refunded than is known. */
export interface RefundMatch {
  /** Ours, that the gateway has done. */
  done: { id: RefundId; kind: 'void' | 'refund' }[]
  /** Done by somebody else: in the gateway's portal. */
  found: { kind: 'void' | 'refund'; amountMinor: bigint }[]
  /** Ours, that nothing is left for. */
  impossible: RefundId[]
}

/**
 * Ties what the gateway shows to the refunds that we know of: sums, not events, so it comes out
 * the same whichever arrives first, the event or the answer to our own call, and after any
 * repetition. A refund that was asked for is the first to be taken for done, unless events explain
 * the whole sum by other refunds. One that got no answer may never have been made, so it is taken for
 * done only where its very amount is what events leave unexplained.
 */
export const matchRefunds = (
  { state, totalMinor, refundedMinor, toldMinor = [] }: RefundedSums,
  refunds: readonly RefundFacts[],
): RefundMatch => {
  const open = refunds.filter((refund) => !isOver(refund))
  const asked = open.find(isAsked)
  if (state === 'voided') {
    const known = refunds.some((refund) => refund.state === 'succeeded' && refund.kind === 'void')
    const isOurs = !known && asked !== undefined && asked.amountMinor === totalMinor
    return {
      done: isOurs ? [{ id: asked.id, kind: 'void' }] : [],
      found: known || isOurs ? [] : [{ kind: 'void', amountMinor: totalMinor }],
      impossible: open.filter(({ id }) => !(isOurs && id === asked.id)).map(({ id }) => id),
    }
  }
  const known = refunds
    .filter((refund) => refund.state === 'succeeded' && refund.kind === 'refund')
    .map(({ amountMinor }) => amountMinor)
  const moreMinor = refundedMinor - sumOf(known)
  const isExplained = sumOf(toldMinor) === refundedMinor
  const isTold = (amount: bigint) => timesOf(amount, toldMinor) > timesOf(amount, known)
  const isOurs =
    asked !== undefined &&
    moreMinor >= asked.amountMinor &&
    (isTold(asked.amountMinor) ||
      (asked.state === 'unknown'
        ? moreMinor - reportedBeyond(toldMinor, known) === asked.amountMinor
        : !isExplained))
  const portalMinor = isOurs ? moreMinor - asked.amountMinor : moreMinor
  const restMinor = totalMinor - refundedMinor
  return {
    done: isOurs ? [{ id: asked.id, kind: 'refund' }] : [],
    found: portalMinor > 0n ? [{ kind: 'refund', amountMinor: portalMinor }] : [],
    impossible: open
      .filter(({ id, amountMinor }) => !(isOurs && id === asked.id) && amountMinor > restMinor)
      .map(({ id }) => id),
  }
}

/** What events tell of beyond the refunds that are known. */
const reportedBeyond = (toldMinor: readonly bigint[], known: readonly bigint[]): bigint =>
  [...new Set(toldMinor)].reduce((sum, amount) => {
    const times = timesOf(amount, toldMinor) - timesOf(amount, known)
    return times > 0 ? sum + amount * BigInt(times) : sum
  }, 0n)

const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)
