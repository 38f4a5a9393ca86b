import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { paymentsByGatewayIds } from '../../../db/reconciliation/reconciliation-batches.ts'
import { PaymentId } from '../../../domain/ids.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import { recordCreated } from '../../attempts/create-at-gateway.ts'
import { referenceIn } from '../../attempts/creation-request.ts'
import { addGap } from '../../inbound/poll-payment.ts'
import { adoptPayment } from '../../orders/charges/adopt-payment.ts'
import { decideOrder } from '../../orders/held-order.ts'
import { recordObservation } from '../../orders/record-observation.ts'
import { type Observation, observePayment } from '../../orders/rules/observe.ts'
import { type BehindList, listedIn, wasListedAsCharged } from '../compare/listed.ts'
import {
  dayOfCreation,
  detailsOfUnknown,
  isCharged,
  needsCheck,
} from '../compare/unmatched-payment.ts'
import { planAttempt } from '../dry-run.ts'
import { isBehindList } from '../rules/behind-list.ts'
import type { RunContext } from '../work.ts'
import { drop, recordOutcome } from './close-discrepancies.ts'

/**
 * Re-checks a payment with our reference and an unknown gateway id: links it to its attempt or, as
 * a duplicate, adds an attempt. Without an attempt, an operator decides: the database may be older.
 */
export const repairUnmatchedPayment = async (
  work: RunContext,
  discrepancy: DiscrepancyRow,
): Promise<Failure | BehindList | undefined> => {
  const { ctx, gateway, run, store } = work
  const { query } = ctx.db
  const gatewayId = discrepancy.gateway_payment_id ?? 0n
  const answer = await gateway.getPayment(Number(gatewayId))
  if (answer.outcome === 'not-found' && answer.kind === 'payment_not_found') {
    if (wasListedAsCharged(discrepancy)) return { outcome: 'behind-list', shows: null }
    return void (await drop(work, discrepancy))
  }
  if (answer.outcome !== 'found') return answer
  const found = answer.payment
  const observed = observePayment(found)
  if (observed.kind === 'seen' && isBehindList(listedIn(discrepancy), observed.derived)) {
    return { outcome: 'behind-list', shows: observed.derived.state }
  }
  const details = detailsOfUnknown(found)
  const day = dayOfCreation(found)
  const reference = referenceIn(found)
  const attempt = reference && (await findPayment(query, reference))
  if (attempt?.store_id !== store.id) {
    const action = isCharged(observed) ? 'for_a_person' : 'counted'
    return void (await recordOutcome(work, discrepancy, {
      kind: 'payment_unknown',
      action,
      details,
      day,
    }))
  }
  const known = await paymentsByGatewayIds(query, store.id, [gatewayId])
  if (known.size > 0 || !needsCheck(attempt, observed, ctx.clock.now())) {
    return void (await drop(work, discrepancy))
  }
  const adopted = run.dry ? attempt : await adopt(work, { attempt, found, observed })
  if (!run.dry) {
    await decideOrder(ctx, adopted.order_id, (held) => addGap(held, adopted, 'reconciliation'))
  }
  const { order_id: orderId } = attempt
  await recordOutcome(work, discrepancy, {
    kind: 'payment_unknown',
    action: 'repaired',
    details: { ...details, ...(run.dry ? plannedOf(attempt, found, observed) : {}) },
    orderId,
    paymentId: adopted.id,
  })
  return undefined
}

const plannedOf = (attempt: PaymentRow, found: PaymentObject, observed: Observation) => {
  if (observed.kind !== 'seen') return {}
  const id =
    attempt.gateway_payment_id === null ? attempt.id : PaymentId.parse(`gateway:${found.id}`)
  return { planned: planAttempt(attempt, observed, id) }
}

const adopt = async (
  { ctx }: RunContext,
  {
    attempt,
    found,
    observed,
  }: { attempt: PaymentRow; found: PaymentObject; observed: Observation },
): Promise<PaymentRow> => {
  if (attempt.gateway_payment_id === null) {
    return (await recordCreated(ctx, attempt, found, [])).payment
  }
  const adopted = await decideOrder(ctx, attempt.order_id, (held) => {
    const amount = observed.kind === 'seen' ? observed.amount : undefined
    const payment =
      held.payments.find(({ gateway_payment_id }) => gateway_payment_id === BigInt(found.id)) ??
      adoptPayment(held, { duplicate: attempt, found, amount, ids: ctx.ids })
    if (observed.kind !== 'seen') return payment
    return recordObservation(held, { paymentId: payment.id, observed }).payment
  })
  return adopted
}
