import { toDecimal } from '../money.js'
import type { RefundAtPuente } from '../payments/charge.js'
import { pairedIdIn, sharingRows } from '../refunds/refund-rows.js'
import { bookedAmount, countsAsRefund } from '../refunds/refund-state.js'
import { IN_FLIGHT_MS } from '../settings/waiting.js'
import type { PaidSession, RecordedRefund } from './recorded-session.js'

/** What Medusa has of a refund at Puente. */
export type RefundMatch =
  | { outcome: 'none' }
  | { outcome: 'paired'; row: RecordedRefund }
  /** The refund of a row failed at Puente, or was that of another row, and was made again there. */
  | { outcome: 'made-again'; row: RecordedRefund }
  /** Medusa asks for the refund now, or stopped before it knew the answer. */
  | { outcome: 'unpaired'; row: RecordedRefund }

export const isInFlight = ({ created_at }: RecordedRefund): boolean =>
  Date.now() - new Date(created_at).getTime() < IN_FLIGHT_MS

/** Refunds in Medusa whose request never reached Puente, or was never answered. */
export const unansweredIn = ({ payment }: PaidSession): RecordedRefund[] =>
  payment.refunds.filter((row) => pairedIdIn(row.metadata) === undefined && !isInFlight(row))

/** Finds the refund of Medusa that a refund at Puente is, by its id and otherwise by its amount. */
export const refundMatching = (
  { payment, currency, amount }: PaidSession,
  refund: RefundAtPuente,
  all: readonly RefundAtPuente[],
): RefundMatch => {
  const rows = payment.refunds
  const paired = rows.find(({ metadata }) => pairedIdIn(metadata) === refund.id)
  if (paired !== undefined) return { outcome: 'paired', row: paired }
  const ofAmount = rows.filter(
    ({ raw_amount }) => toDecimal(raw_amount, currency) === bookedAmount(refund, amount),
  )
  // Newest first: Medusa may be asking for the refund now.
  const [unpaired] = ofAmount
    .filter(({ metadata }) => pairedIdIn(metadata) === undefined)
    .toSorted((one, other) => timeOf(other) - timeOf(one))
  if (unpaired !== undefined && isInFlight(unpaired)) return { outcome: 'unpaired', row: unpaired }
  const lost = new Set(all.filter((each) => !countsAsRefund(each)).map(({ id }) => id))
  const sharing = sharingRows(rows)
  const madeAgain = ofAmount.find(
    (row) => lost.has(pairedIdIn(row.metadata) ?? '') || sharing.includes(row),
  )
  if (madeAgain !== undefined) return { outcome: 'made-again', row: madeAgain }
  return unpaired === undefined ? { outcome: 'none' } : { outcome: 'unpaired', row: unpaired }
}

const timeOf = ({ created_at }: RecordedRefund): number => new Date(created_at).getTime()
