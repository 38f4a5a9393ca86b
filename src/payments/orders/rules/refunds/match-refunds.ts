import type { PaymentRow, RefundRow } from '../../../../db/db.ts'
import type { RefundId } from '../../../../domain/ids.ts'
import {
  type Rise,
  shareBySingles,
  shareBySums,
  sumOf,
  unmatchedAmounts,
} from './refund-readings.ts'
import { isOver, mayBeAtGateway } from './refund-states.ts'

export type RefundFacts = Pick<RefundRow, 'id' | 'kind' | 'state' | 'amount_minor'>

/** A void does not count as a refund (`gateway-api.md` 2.1). */
export type ChargeFacts = Pick<
  PaymentRow,
  'state' | 'amount_minor' | 'total_minor' | 'refunded_minor'
>

/** Minor units, with tax, fee and tip. */
export const chargedMinor = ({
  total_minor,
  amount_minor,
}: Pick<PaymentRow, 'amount_minor' | 'total_minor'>): bigint => total_minor ?? amount_minor

export interface RefundMatch {
  done: Pick<RefundRow, 'id' | 'kind'>[]
  found: Pick<RefundRow, 'kind' | 'amount_minor'>[]
  /** Our refunds above the rest of the charge. */
  impossible: RefundId[]
}

/**
 * Matches the gateway's refunded sum with known refunds. Comparing sums gives one outcome, whether
 * the event or the response comes first. `eventAmountsMinor`: amounts of refund events, deduped.
 */
export const matchRefunds = (
  charge: ChargeFacts,
  refunds: readonly RefundFacts[],
  eventAmountsMinor: readonly bigint[] = [],
): RefundMatch => {
  const { state, refunded_minor: refundedMinor } = charge
  const totalMinor = chargedMinor(charge)
  const open = refunds.filter((refund) => !isOver(refund))
  const requested = open.find(mayBeAtGateway)
  if (state === 'voided') {
    const known = refunds.some((refund) => refund.state === 'succeeded' && refund.kind === 'void')
    const isOurs = !known && requested !== undefined && requested.amount_minor === totalMinor
    return {
      done: isOurs ? [{ id: requested.id, kind: 'void' }] : [],
      found: known || isOurs ? [] : [{ kind: 'void', amount_minor: totalMinor }],
      impossible: open.filter(({ id }) => !(isOurs && id === requested.id)).map(({ id }) => id),
    }
  }
  const known = refunds
    .filter((refund) => refund.state === 'succeeded' && refund.kind === 'refund')
    .map(({ amount_minor }) => amount_minor)
  const rise = { fromMinor: sumOf(known), toMinor: refundedMinor }
  const moreMinor = rise.toMinor - rise.fromMinor
  const restMinor = totalMinor - refundedMinor
  const isOurs =
    requested !== undefined &&
    moreMinor >= requested.amount_minor &&
    isOursIn(rise, requested, { known, eventAmountsMinor, restMinor })
  const portalMinor = isOurs ? moreMinor - requested.amount_minor : moreMinor
  return {
    done: isOurs ? [{ id: requested.id, kind: 'refund' }] : [],
    found: portalMinor > 0n ? [{ kind: 'refund', amount_minor: portalMinor }] : [],
    impossible: open
      .filter(
        ({ id, amount_minor }) => !(isOurs && id === requested.id) && amount_minor > restMinor,
      )
      .map(({ id }) => id),
  }
}

/**
 * Reports whether a rise includes our refund. A rise of exactly its amount, or of twice that (an
 * equal portal refund at the same moment), is ours unless both readings explain it otherwise. For
 * any other rise, an unanswered refund needs its event, because the gateway may never have made it;
 * an accepted or in-flight one is ours unless one reading explains the rise without it.
 */
const isOursIn = (
  rise: Rise,
  { amount_minor: amount, state }: RefundFacts,
  facts: { known: readonly bigint[]; eventAmountsMinor: readonly bigint[]; restMinor: bigint },
): boolean => {
  const { known, eventAmountsMinor, restMinor } = facts
  const bySingles = shareBySingles(rise, amount, unmatchedAmounts(known, eventAmountsMinor))
  const bySums = shareBySums(rise, amount, eventAmountsMinor)
  if (bySingles === 'certain') return true
  const moreMinor = rise.toMinor - rise.fromMinor
  if (moreMinor === amount || moreMinor === 2n * amount) {
    return bySingles !== 'excluded' || bySums !== 'excluded'
  }
  if (state === 'unknown') return bySingles !== 'excluded' && bySums === 'certain'
  // The refundable rest is too small for it to show later.
  if (state === 'accepted' && amount > restMinor) return true
  const isReportedAsSum = eventAmountsMinor.includes(rise.toMinor) && bySums !== 'certain'
  return bySingles !== 'excluded' && !isReportedAsSum
}
