import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { paymentsByGatewayIds } from '../../../db/reconciliation/reconciliation-batches.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { recordCreated } from '../../attempts/create-at-gateway.ts'
import { referenceIn } from '../../attempts/creation-request.ts'
import { addGap } from '../../inbound/poll-payment.ts'
import { adoptPayment } from '../../orders/charges/adopt-payment.ts'
import { decideOrder } from '../../orders/held-order.ts'
import { recordObservation } from '../../orders/record-observation.ts'
import type { Observation } from '../../orders/rules/observe.ts'
import { detailsOfUnknown, isCharged, mayBeLost, needsCheck } from '../compare/unmatched-payment.ts'
import { planAttempt } from '../dry-run.ts'
import type { RunContext } from '../work.ts'
import { DROPPED, type Resolution, recorded } from './close-discrepancies.ts'
import { readPayment } from './read-payment.ts'
import { recoverPayment } from './recover-payment.ts'

/**
 * Re-checks a payment with our reference and an unknown gateway id: links it to its attempt or, as
 * a duplicate, adds an attempt. Without an attempt, an operator decides: the database may be older.
 */
export const repairUnmatchedPayment = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
): Promise<Resolution> => {
  const { ctx, run, store } = work
  const { query } = ctx.db
  const gatewayId = discrepancy.gateway_payment_id ?? 0n
  const read = await readPayment(work, discrepancy, gatewayId)
  if (read.outcome === 'missing') return DROPPED
  if (read.outcome !== 'read') return read
  const { payment: found, observed } = read
  const details = detailsOfUnknown(found)
  const reference = referenceIn(found)
  const attempt = reference && (await findPayment(query, reference))
  const lost = { found, observed, reference, orderId: discrepancy.order_id }
  if (!attempt && mayBeLost(run, found)) return recoverPayment(work, lost)
  if (attempt?.store_id !== store.id) {
    const action = isCharged(observed) ? 'for_a_person' : 'counted'
    const day = found.created_at ? hondurasDayOf(found.created_at) : undefined
    return recorded({ kind: 'payment_unknown', action, details, day })
  }
  const known = await paymentsByGatewayIds(query, store.id, [gatewayId])
  if (known.size > 0 || !needsCheck(attempt, observed, ctx.clock.now())) return DROPPED
  const adopted = run.dry ? attempt : await adopt(work, { attempt, found, observed })
  if (!run.dry && !run.lost_since) {
    await decideOrder(ctx, adopted.order_id, (held) => addGap(held, adopted, 'reconciliation'))
  }
  return recorded({
    kind: 'payment_unknown',
    action: 'repaired',
    details: { ...details, ...(run.dry ? plannedOf(attempt, found, observed) : {}) },
    orderId: attempt.order_id,
    paymentId: adopted.id,
  })
}

const plannedOf = (attempt: PaymentRow, found: PaymentObject, observed: Observation) => {
  if (observed.kind !== 'seen') return {}
  const id =
    attempt.gateway_payment_id === null ? attempt.id : PaymentId.parse(`gateway:${found.id}`)
  return { planned: planAttempt(attempt, observed, id) }
}

const adopt = async (
  { ctx }: RunContext,
  read: { attempt: PaymentRow; found: PaymentObject; observed: Observation },
): Promise<PaymentRow> => {
  const { attempt, found, observed } = read
  if (attempt.gateway_payment_id === null) {
    return (await recordCreated(ctx, attempt, found, [])).payment
  }
  return decideOrder(ctx, attempt.order_id, (held) => {
    const amount = observed.kind === 'seen' ? observed.amount : undefined
    const payment =
      held.payments.find(({ gateway_payment_id }) => gateway_payment_id === BigInt(found.id)) ??
      adoptPayment(held, { duplicate: attempt, found, amount, ids: ctx.ids })
    if (observed.kind !== 'seen') return payment
    return recordObservation(held, { paymentId: payment.id, observed }).payment
  })
}
