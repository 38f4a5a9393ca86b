import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { timesOf } from './known-refunds.ts'
import { isAsked, isOver } from './refund-states.ts'

/** What the rule looks at of a refund. */
export type RefundFacts = Pick<RefundRow, 'id' | 'kind' | 'state' | 'amount_minor'>

/** How a charge stands at the gateway; a void is no refund of it (`gateway-api.md` 2.1). */
export type ChargeFacts = Pick<
  PaymentRow,
  'state' | 'amount_minor' | 'total_minor' | 'refunded_minor'
>

/** What the customer was charged, in minor units: tax, fee and tip included. */
export const chargedMinor = ({
  total_minor,
  amount_minor,
}: Pick<PaymentRow, 'amount_minor' | 'total_minor'>): bigint => total_minor ?? amount_minor

/** What becomes of an order's refunds when the gateway shows more refunded than is known. */
export interface RefundMatch {
  /** Ours, that the gateway has done. */
  done: Pick<RefundRow, 'id' | 'kind'>[]
  /** Done by somebody else: in the gateway's portal. */
  found: Pick<RefundRow, 'kind' | 'amount_minor'>[]
  /** Ours, that nothing is left for. */
  impossible: RefundId[]
}

/**
 * Ties what the gateway shows to the refunds that we know of: sums, not events, so it comes out
 * the same whichever arrives first, the event or the answer to our own call, and after any
 * repetition. A refund that was asked for is the first to be taken for done, unless events explain
 * the whole sum by other refunds. One that got no answer may never have been made, so it is taken for
 * done only where its very amount is what events leave unexplained. `toldMinor`: the amounts that events
 * told of single refunds, each event once.
 */
export const matchRefunds = (
  charge: ChargeFacts,
  refunds: readonly RefundFacts[],
  toldMinor: readonly bigint[] = [],
): RefundMatch => {
  const { state, refunded_minor: refundedMinor } = charge
  const totalMinor = chargedMinor(charge)
  const open = refunds.filter((refund) => !isOver(refund))
  const asked = open.find(isAsked)
  if (state === 'voided') {
    const known = refunds.some((refund) => refund.state === 'succeeded' && refund.kind === 'void')
    const isOurs = !known && asked !== undefined && asked.amount_minor === totalMinor
    return {
      done: isOurs ? [{ id: asked.id, kind: 'void' }] : [],
      found: known || isOurs ? [] : [{ kind: 'void', amount_minor: totalMinor }],
      impossible: open.filter(({ id }) => !(isOurs && id === asked.id)).map(({ id }) => id),
    }
  }
  const known = refunds
    .filter((refund) => refund.state === 'succeeded' && refund.kind === 'refund')
    .map(({ amount_minor }) => amount_minor)
  const moreMinor = refundedMinor - sumOf(known)
  const isExplained = sumOf(toldMinor) === refundedMinor
  const isTold = (amount: bigint) => timesOf(amount, toldMinor) > timesOf(amount, known)
  const isOurs =
    asked !== undefined &&
    moreMinor >= asked.amount_minor &&
    (isTold(asked.amount_minor) ||
      (asked.state === 'unknown'
        ? moreMinor - reportedBeyond(toldMinor, known) === asked.amount_minor
        : !isExplained))
  const portalMinor = isOurs ? moreMinor - asked.amount_minor : moreMinor
  const restMinor = totalMinor - refundedMinor
  return {
    done: isOurs ? [{ id: asked.id, kind: 'refund' }] : [],
    found: portalMinor > 0n ? [{ kind: 'refund', amount_minor: portalMinor }] : [],
    impossible: open
      .filter(({ id, amount_minor }) => !(isOurs && id === asked.id) && amount_minor > restMinor)
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
