import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { type Rise, shareBySingles, shareBySums, sumOf, untakenBy } from './refund-readings.ts'
import { isAsked, isOver } from './refund-states.ts'

/** Fields of a refund that the rule needs. */
export type RefundFacts = Pick<RefundRow, 'id' | 'kind' | 'state' | 'amount_minor'>

/** A charge as the gateway shows it; a void does not count as its refund (`gateway-api.md` 2.1). */
export type ChargeFacts = Pick<
  PaymentRow,
  'state' | 'amount_minor' | 'total_minor' | 'refunded_minor'
>

/** Charged amount, in minor units: includes tax, fee and tip. */
export const chargedMinor = ({
  total_minor,
  amount_minor,
}: Pick<PaymentRow, 'amount_minor' | 'total_minor'>): bigint => total_minor ?? amount_minor

/** Changes to an order's refunds when the gateway shows more refunded than Puente knows. */
export interface RefundMatch {
  /** Refunds of ours that the gateway has made. */
  done: Pick<RefundRow, 'id' | 'kind'>[]
  /** Refunds made in the gateway's portal. */
  found: Pick<RefundRow, 'kind' | 'amount_minor'>[]
  /** Refunds of ours above what is left of the charge. */
  impossible: RefundId[]
}

/**
 * Matches the gateway's refunded sum with the known refunds. Compares sums, so the result does not depend
 * on whether the event or the answer to our call comes first. `toldMinor`: amounts of refund events, each
 * event once.
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
  const rise = { fromMinor: sumOf(known), toMinor: refundedMinor }
  const moreMinor = rise.toMinor - rise.fromMinor
  const restMinor = totalMinor - refundedMinor
  const isOurs =
    asked !== undefined &&
    moreMinor >= asked.amount_minor &&
    isOursIn(rise, asked, { known, toldMinor, restMinor })
  const portalMinor = isOurs ? moreMinor - asked.amount_minor : moreMinor
  return {
    done: isOurs ? [{ id: asked.id, kind: 'refund' }] : [],
    found: portalMinor > 0n ? [{ kind: 'refund', amount_minor: portalMinor }] : [],
    impossible: open
      .filter(({ id, amount_minor }) => !(isOurs && id === asked.id) && amount_minor > restMinor)
      .map(({ id }) => id),
  }
}

/**
 * Tells whether our refund is part of a rise, under both readings of the events. A rise of exactly its
 * amount, or of twice that (an equal portal refund at the same moment), is ours unless both readings
 * explain it otherwise. The gateway may never have made a refund without an answer: for any other rise
 * it needs an event. A refund that was accepted or is in flight is ours unless one of the readings
 * explains the rise without it.
 */
const isOursIn = (
  rise: Rise,
  { amount_minor: amount, state }: RefundFacts,
  {
    known,
    toldMinor,
    restMinor,
  }: { known: readonly bigint[]; toldMinor: readonly bigint[]; restMinor: bigint },
): boolean => {
  const bySingles = shareBySingles(rise, amount, untakenBy(known, toldMinor))
  const bySums = shareBySums(rise, amount, toldMinor)
  if (bySingles === 'certain') return true
  const moreMinor = rise.toMinor - rise.fromMinor
  if (moreMinor === amount || moreMinor === 2n * amount) {
    return bySingles !== 'excluded' || bySums !== 'excluded'
  }
  if (state === 'unknown') return bySingles !== 'excluded' && bySums === 'certain'
  // The gateway accepted it, and the rest leaves no room for it to show later.
  if (state === 'accepted' && amount > restMinor) return true
  const isToldAsSum = toldMinor.includes(rise.toMinor) && bySums !== 'certain'
  return bySingles !== 'excluded' && !isToldAsSum
}
