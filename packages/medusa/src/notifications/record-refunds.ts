import { setTimeout } from 'node:timers/promises'
import { leftIn, lesserOf, minorOf } from '../money.js'
import { isGivenBack, type OrderAtPuente, type RefundAtPuente } from '../payments/charge.js'
import { knownRefund } from '../refunds/known-refund.js'
import { pairedWith } from '../refunds/refund-rows.js'
import { isRefunded } from '../refunds/refund-state.js'
import type { Applied } from './apply-order.js'
import type { RefundInput, Services } from './container.js'
import { isInFlight, type RefundMatch, refundMatching } from './match-refund.js'
import { type PaidSession, type RecordedRefund, readSession } from './recorded-session.js'

const REFUND_PAYMENT = 'refund-payment-workflow'
const CANCELLED = 'canceled'

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
    if (recorded.outcome === 'not-yet') return recorded
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
  return { outcome: 'not-yet', why: `Medusa is asking for the refund ${refund.id} now.` }
}

const applyMatch = async (
  services: Services,
  session: PaidSession,
  match: RefundMatch,
  { refund, seen }: { refund: RefundAtPuente; seen: OrderAtPuente },
): Promise<Applied | 'in-flight'> => {
  switch (match.outcome) {
    case 'none':
      return record(services, session, { refund, seen })
    case 'made-again': {
      const { id, metadata } = match.row
      await services.payments.updateRefunds({ id, metadata: pairedWith(metadata, refund.id) })
      return { outcome: 'applied' }
    }
    case 'paired':
      if (await isBooked(services, session, match.row)) return { outcome: 'applied' }
      return replace(services, session, match.row, { refund, seen })
    case 'unpaired':
      return replace(services, session, match.row, { refund, seen })
  }
}

/** Whether the books of the order have a refund. Cancelling an order books all its refunds under the payment's id. */
const isBooked = async (
  { orders }: Services,
  { orderId, payment }: PaidSession,
  { id }: RecordedRefund,
): Promise<boolean> => {
  if (orderId === undefined) return true
  const { status } = await orders.retrieveOrder(orderId)
  if (status === CANCELLED) return true
  const booked = await orders.listOrderTransactions({
    order_id: orderId,
    reference: 'refund',
    reference_id: [id, payment.id],
  })
  return booked.length > 0
}

/** Records a refund anew that Medusa began to record and, stopped by a crash, never booked. */
const replace = async (
  services: Services,
  session: PaidSession,
  row: RecordedRefund,
  of: { refund: RefundAtPuente; seen: OrderAtPuente },
): Promise<Applied | 'in-flight'> => {
  if (isInFlight(row)) return 'in-flight'
  await services.payments.deleteRefunds(row.id)
  return record(services, session, { ...of, row })
}

const record = async (
  services: Services,
  session: PaidSession,
  { refund, seen, row }: { refund: RefundAtPuente; seen: OrderAtPuente; row?: RecordedRefund },
): Promise<Applied> => {
  if (session.orderId === undefined) return withoutOrder(session, seen)
  const { id: payment_id, captures, refunds } = session.payment
  const others = refunds.filter(({ id }) => id !== row?.id)
  const left = leftIn({ captures, refunds: others }, session.currency)
  if (minorOf(left) <= 0n)
    return {
      outcome: 'not-applicable',
      why: `Puente refunded ${refund.amount} of ${session.id} (${refund.id}), and nothing is left in Medusa's books.`,
    }
  const input = {
    payment_id,
    // The gateway refunds the fee and the tip with the whole charge; Medusa did not charge them.
    amount: lesserOf(refund.amount, left),
    note: row?.note ?? noteOf(refund, left),
    ...(row?.refund_reason_id && { refund_reason_id: row.refund_reason_id }),
  }
  await knownRefund.run(refund, () => runRefund(services, session.orderId, input))
  return { outcome: 'applied' }
}

const noteOf = ({ kind, amount, reason }: RefundAtPuente, left: string): string => {
  const note = reason ?? (kind === 'void' ? 'Voided at Puente' : 'Refunded at Puente')
  return minorOf(amount) > minorOf(left) ? `${note} (${amount} with fee and tip)` : note
}

/** Medusa's refund flow refuses a cancelled order, whose cancellation has booked the refund. */
const runRefund = async (
  { orders, payments, workflows }: Services,
  orderId: string | undefined,
  input: RefundInput,
): Promise<unknown> => {
  const order = orderId === undefined ? undefined : await orders.retrieveOrder(orderId)
  if (order?.status === CANCELLED) return payments.refundPayment(input)
  return workflows.run(REFUND_PAYMENT, { input })
}

const withoutOrder = ({ id }: PaidSession, seen: OrderAtPuente): Applied =>
  isGivenBack(seen)
    ? {
        outcome: 'not-applicable',
        why: `The payment of ${id} is ${seen.order.status} at Puente, and Medusa has no order of it.`,
      }
    : { outcome: 'not-yet', why: `${id} has no order yet.` }
