import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { RefundId } from '../../../domain/ids.ts'
import { type Rise, shareBySingles, shareBySums, sumOf, untakenBy } from './refund-readings.ts'
import { isAsked, isOver } from './refund-states.ts'

/** The fields of a refund that the rule needs. */
export type RefundFacts = Pick<RefundRow, 'id' | 'kind' | 'state' | 'amount_minor'>

/** A charge as the gateway shows it; a void is no refund of it (`gateway-api.md` 2.1). */
export type ChargeFacts = Pick<
  PaymentRow,
  'state' | 'amount_minor' | 'total_minor' | 'refunded_minor'
>

/** Amount that the customer was charged, in minor units: tax, fee and tip included. */
export const chargedMinor = ({
  total_minor,
  amount_minor,
}: Pick<PaymentRow, 'amount_minor' | 'total_minor'>): bigint => total_minor ?? amount_minor

/** Changes of an order's refunds when the gateway shows more refunded than is known. */
export interface RefundMatch {
  /** Refunds of ours that the gateway has made. */
  done: Pick<RefundRow, 'id' | 'kind'>[]
  /** Refunds made in the gateway's portal. */
  found: Pick<RefundRow, 'kind' | 'amount_minor'>[]
  /** Refunds of ours above what is left of the charge. */
  impossible: RefundId[]
}

/**
 * Matches the refunds that the gateway shows with the known ones. Compares sums, so the result does not
 * depend on whether the event or the answer to our call comes first. `toldMinor`: the amounts of refund
 * events, each event once.
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
 * Whether our refund is part of a rise, by both readings of the events. A refund without an answer may
 * never have been made: it needs a rise of exactly its amount, or of twice that (an equal refund of the
 * portal came at the same moment), or an event. A refund whose answer is still to come is ours unless one
 * of the readings explains the rise without it.
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
  if (state === 'unknown') {
    const moreMinor = rise.toMinor - rise.fromMinor
    return moreMinor === amount || moreMinor === 2n * amount
      ? bySingles !== 'excluded' || bySums !== 'excluded'
      : bySingles !== 'excluded' && bySums === 'certain'
  }
  // The gateway has said yes, and nothing is left for it to come.
  if (state === 'accepted' && amount > restMinor) return true
  const isToldAsSum = toldMinor.includes(rise.toMinor) && bySums !== 'certain'
  return bySingles !== 'excluded' && !isToldAsSum
}
