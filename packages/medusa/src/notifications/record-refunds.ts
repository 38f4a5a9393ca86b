import { setTimeout } from 'node:timers/promises'
import { leftIn, lesserOf, minorOf } from '../money.js'
import { isGivenBack, type OrderAtPuente, type RefundAtPuente } from '../payments/charge.js'
import { knownRefund } from '../refunds/known-refund.js'
import { pairedWith } from '../refunds/refund-rows.js'
import { isRefunded } from '../refunds/refund-state.js'
import type { Applied } from './apply-order.js'
import { bookRefund, unbookedIn } from './book-refund.js'
import type { Services } from './container.js'
import { isInFlight, type RefundMatch, refundMatching } from './match-refund.js'
import { type PaidSession, type RecordedRefund, readSession } from './recorded-session.js'

/** Milliseconds before each look at a refund that Medusa is asking for now. */
const LOOKS_MS = [0, 300, 700, 1_500, 2_500]

/**
 * Records refunds and voids that the gateway's portal or Puente's dashboard made, and completes
 * those that a crash of Medusa left half recorded.
 */
export const recordRefunds = async (
  services: Services,
  session: PaidSession,
  seen: OrderAtPuente,
): Promise<Applied> => {
  let outcome: Applied = { outcome: 'applied' }
  for (const refund of seen.refunds.filter((each) => isRefunded(each) && isOf(session, each))) {
    const recorded = await recordOnce(services, session.id, refund, seen)
    if (recorded.outcome === 'not-yet' || recorded.outcome === 'blocked') return recorded
    if (recorded.outcome === 'not-applicable') outcome = recorded
  }
  return outcome
}

const isOf = ({ payment }: PaidSession, refund: RefundAtPuente): boolean =>
  payment.data?.payment_id === refund.payment_id

/** Records a refund unless Medusa has it, or waits for Medusa's own request that made it. */
const recordOnce = async (
  services: Services,
  sessionId: string,
  refund: RefundAtPuente,
  seen: OrderAtPuente,
): Promise<Applied> => {
  for (const waitMs of LOOKS_MS) {
    await setTimeout(waitMs)
    const session = await readSession(services, sessionId)
    const { payment } = session ?? {}
    if (session === undefined || payment === undefined || payment.canceled_at)
      return { outcome: 'applied' }
    const paid = { ...session, payment }
    const match = refundMatching(paid, refund, seen.refunds)
    const applied = await applyMatch(services, paid, match, { refund, seen })
    if (applied !== 'in-flight') return applied
  }
  return {
    outcome: 'not-yet',
    why: `Medusa is asking for a refund of ${sessionId} now, and records ${refund.id} later.`,
  }
}

const applyMatch = async (
  services: Services,
  session: PaidSession,
  match: RefundMatch,
  of: { refund: RefundAtPuente; seen: OrderAtPuente },
): Promise<Applied | 'in-flight'> => {
  switch (match.outcome) {
    case 'none':
      return record(services, session, of)
    case 'made-again': {
      const { id, metadata } = match.row
      await services.payments.updateRefunds({ id, metadata: pairedWith(metadata, of.refund.id) })
      return { outcome: 'applied' }
    }
    case 'paired': {
      const unbooked = await unbookedIn(services, session)
      if (!unbooked.includes(match.row)) return { outcome: 'applied' }
      return record(services, session, { ...of, row: match.row })
    }
    case 'unpaired':
      return record(services, session, { ...of, row: match.row })
  }
}

/** Records a refund; anew, if Medusa began to record it as `row` and, stopped by a crash, never booked it. */
const record = async (
  services: Services,
  session: PaidSession,
  { refund, seen, row }: { refund: RefundAtPuente; seen: OrderAtPuente; row?: RecordedRefund },
): Promise<Applied | 'in-flight'> => {
  if (row !== undefined && isInFlight(row)) return 'in-flight'
  const { orderId, currency, amount: paid } = session
  if (orderId === undefined) return withoutOrder(session, seen)
  const { id: payment_id, captures, refunds } = session.payment
  const others = refunds.filter(({ id }) => id !== row?.id)
  const left = leftIn({ captures, refunds: others }, currency)
  if (minorOf(left) <= 0n)
    return {
      outcome: 'not-applicable',
      why: `Puente refunded ${refund.amount} of ${session.id} (${refund.id}), and nothing is left in Medusa's books.`,
    }
  const input = {
    payment_id,
    // The gateway refunds the fee and the tip with the whole charge; Medusa did not charge them.
    amount: lesserOf(refund.amount, left),
    note: row?.note ?? noteOf(refund, paid),
    ...(row?.refund_reason_id && { refund_reason_id: row.refund_reason_id }),
  }
  return knownRefund.run(refund, () =>
    bookRefund(services, { ...session, orderId }, { input, row }),
  )
}

/** The merchant's note of a refund, of a payment of the amount `paid`. */
const noteOf = ({ kind, amount, reason }: RefundAtPuente, paid: string): string => {
  const note = reason ?? (kind === 'void' ? 'Voided at Puente' : 'Refunded at Puente')
  return minorOf(amount) > minorOf(paid) ? `${note} (${amount} with fee and tip)` : note
}

const withoutOrder = ({ id }: PaidSession, seen: OrderAtPuente): Applied =>
  isGivenBack(seen)
    ? {
        outcome: 'not-applicable',
        why: `The payment of ${id} is ${seen.order.status} at Puente, and Medusa has no order of it.`,
      }
    : { outcome: 'not-yet', why: `${id} has no order yet.` }
