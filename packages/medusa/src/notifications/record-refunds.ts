import { setTimeout } from 'node:timers/promises'
import { toDecimal } from '../money.js'
import type { RefundAtPuente } from '../payments/charge.js'
import { refundIdsIn } from '../payments/session-data.js'
import { knownRefund } from '../refunds/known-refund.js'
import { isRefunded } from '../refunds/refund-state.js'
import type { Applied } from './apply-order.js'
import type { Services } from './container.js'
import { type RecordedPayment, type RecordedSession, readSession } from './recorded-session.js'

const REFUND_PAYMENT = 'refund-payment-workflow'

/** Longest time that Medusa waits for the answer to a refund, with a retry. */
const IN_FLIGHT_MS = 60_000

/** Milliseconds before each look at a refund that Medusa is asking for now. */
const LOOKS_MS = [0, 300, 700, 1_500, 2_500]

type PaidSession = RecordedSession & { payment: RecordedPayment }

/** Records refunds and voids that the gateway's portal or Puente's dashboard made. */
export const recordRefunds = async (
  services: Services,
  session: PaidSession,
  seen: readonly RefundAtPuente[],
): Promise<Applied> => {
  for (const refund of seen.filter((each) => isRefunded(each) && isOf(session, each))) {
    const recorded = await recordOnce(services, session.id, refund)
    if (recorded.outcome !== 'applied') return recorded
  }
  return { outcome: 'applied' }
}

const isOf = ({ payment }: PaidSession, refund: RefundAtPuente): boolean =>
  payment.data?.payment_id === refund.payment_id

/** Records a refund unless Medusa has it, or waits for Medusa's own request that made it. */
const recordOnce = async (
  services: Services,
  sessionId: string,
  refund: RefundAtPuente,
): Promise<Applied> => {
  for (const waitMs of LOOKS_MS) {
    await setTimeout(waitMs)
    const session = await readSession(services, sessionId)
    if (session?.payment === undefined || session.payment.canceled_at) return { outcome: 'applied' }
    const { payment, currency } = session
    if (refundIdsIn(payment.data ?? undefined).includes(refund.id)) return { outcome: 'applied' }
    const unconfirmed = unconfirmedRefund(payment, currency, refund)
    if (unconfirmed === undefined) return record(services, session, payment, refund)
    if (Date.now() - Date.parse(String(unconfirmed.created_at)) > IN_FLIGHT_MS) {
      await confirm(services, payment, refund)
      return { outcome: 'applied' }
    }
  }
  return { outcome: 'not-yet', why: `Medusa is asking for the refund ${refund.id} now.` }
}

/** A refund of this amount in Medusa, beyond those whose ids at Puente are known. */
const unconfirmedRefund = (
  payment: RecordedPayment,
  currency: string,
  { amount }: RefundAtPuente,
) => {
  const known = refundIdsIn(payment.data ?? undefined).length
  if (payment.refunds.length <= known) return undefined
  return payment.refunds
    .toSorted(
      (one, other) => Date.parse(String(other.created_at)) - Date.parse(String(one.created_at)),
    )
    .find(({ raw_amount }) => toDecimal(raw_amount, currency) === amount)
}

const confirm = async (
  { payments }: Services,
  { id, data }: RecordedPayment,
  refund: RefundAtPuente,
): Promise<void> => {
  const refund_ids = [...refundIdsIn(data ?? undefined), refund.id]
  await payments.updatePayment({ id, data: { ...data, refund_ids } })
}

const record = async (
  { workflows, log }: Services,
  session: RecordedSession,
  payment: RecordedPayment,
  refund: RefundAtPuente,
): Promise<Applied> => {
  if (session.orderId === undefined) {
    log.warn(`Puente refunded ${refund.amount} of ${session.id}, which has no order in Medusa yet.`)
    return { outcome: 'not-yet', why: `${session.id} has no order yet.` }
  }
  const note = refund.reason ?? (refund.kind === 'void' ? 'Voided at Puente' : 'Refunded at Puente')
  const input = { payment_id: payment.id, amount: refund.amount, note }
  await knownRefund.run(refund, () => workflows.run(REFUND_PAYMENT, { input }))
  return { outcome: 'applied' }
}
