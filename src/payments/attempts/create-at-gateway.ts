import { z } from 'zod'
import type { PaymentObject } from '../../contract/payment.ts'
import type { OrderRow, PaymentRow } from '../../db/db.ts'
import type { PaymentId } from '../../domain/ids.ts'
import type { Gateway } from '../../gateway/client.ts'
import { type Failure, type Refused, unreachable } from '../../gateway/outcomes.ts'
import { opening } from '../alerts/alerts.ts'
import { aboutHeld, addLine, changeAlerts, updatePayment } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { summaryOfCheckout } from '../orders/log-summaries.ts'
import { recordObservation } from '../orders/record-observation.ts'
import { statusOfPayment } from '../orders/rules/advance.ts'
import { observePayment } from '../orders/rules/observe.ts'
import { orderLog, PAYMENT_CREATED_SIGNAL, type PaymentsContext } from '../ports/context.ts'
import { isShownAs } from './creation-request.ts'
import { applyRefusal, endCreation, endOrderOfLink } from './end-attempt.ts'
import { creationOf } from './kept-request.ts'
import { repetitionOf } from './repeat-request.ts'

export type CreationOutcome = { outcome: 'created'; order: OrderRow; payment: PaymentRow } | Failure

/**
 * Creates an intended attempt with the committed body and idempotency key. Searches first if
 * `resumed`, because an earlier try may have arrived and the effect of a reused key is
 * undocumented; searches again after an unknown outcome.
 */
export const createAtGateway = async (
  ctx: PaymentsContext,
  { gateway, payment, resumed }: { gateway: Gateway; payment: PaymentRow; resumed: boolean },
): Promise<CreationOutcome> => {
  if (resumed) {
    const earlier = await findAtGateway(gateway, payment)
    if (earlier.outcome === 'found') return recordCreated(ctx, payment, earlier.payment, [])
    if (earlier.outcome !== 'absent') return recordFailure(ctx, payment, earlier, 'unknown')
  }
  const created = await gateway.createPayment(
    creationOf(payment),
    payment.idempotency_key,
    repetitionOf(ctx, payment, { calls: CALLS_OF_A_REPETITION }),
  )
  if (created.outcome === 'created') {
    return recordCreated(ctx, payment, created.payment, created.warnings)
  }
  if (created.outcome === 'unreachable' && created.effect === 'unknown') {
    const found = await findAtGateway(gateway, payment)
    if (found.outcome === 'found') return recordCreated(ctx, payment, found.payment, [])
  }
  const refusal = created.outcome === 'unreachable' ? created.refusal : created
  if (refusal?.outcome === 'refused' && resumed) {
    return refusedRepetition(ctx, { gateway, payment, refusal })
  }
  const isUnknown = created.outcome === 'unreachable' || resumed
  return recordFailure(ctx, payment, created, isUnknown ? 'unknown' : 'refused')
}

/** Gateway calls of a retry, which its claim must outlast: a creation and a search. */
const CALLS_OF_A_REPETITION = 2

/** Maximum age of a first try before it counts as lost, if no search finds it. */
const FIRST_TRY_SHOWS_WITHIN_MS = 60_000

/**
 * The refusal of a retried creation is ambiguous: the gateway may refuse only the reused key
 * (undocumented). Searches again. Gives up once the first try counts as lost, so that the next
 * request uses a new key.
 */
const refusedRepetition = async (
  ctx: PaymentsContext,
  { gateway, payment, refusal }: { gateway: Gateway; payment: PaymentRow; refusal: Refused },
): Promise<CreationOutcome> => {
  const found = await findAtGateway(gateway, payment)
  if (found.outcome === 'found') return recordCreated(ctx, payment, found.payment, [])
  const ageMs = ctx.clock.now().getTime() - payment.created_at.getTime()
  const isHopeless = found.outcome === 'absent' && ageMs > FIRST_TRY_SHOWS_WITHIN_MS
  await recordFailure(ctx, payment, refusal, isHopeless ? 'given-up' : 'unknown')
  return unreachable('unknown', 'the gateway refused to repeat the creation')
}

export type FindOutcome =
  | { outcome: 'found'; payment: PaymentObject }
  | { outcome: 'absent' }
  | Failure

/**
 * Searches the gateway for an attempt. An unreadable payment of the order may be the attempt: the
 * search is then inconclusive, because a new charge might be a second one.
 */
export const findAtGateway = async (
  gateway: Gateway,
  payment: PaymentRow,
  isAttempt = (shown: PaymentObject): boolean => isShownAs(payment, shown),
): Promise<FindOutcome> => {
  const reference = String(payment.request.external_reference)
  let isAnyUnreadable = false
  for await (const outcome of gateway.eachPage({ external_reference: reference })) {
    if (outcome.outcome !== 'page') return outcome
    const { data, unreadable } = outcome.page
    const found = data.find(isAttempt)
    if (found) return { outcome: 'found', payment: found }
    isAnyUnreadable ||= unreadable.some(({ item }) => mayHaveReference(item, reference))
  }
  return isAnyUnreadable
    ? unreachable('unknown', 'the gateway lists an unreadable payment of the order')
    : { outcome: 'absent' }
}

const ofReference = z.looseObject({ external_reference: z.string() })

const mayHaveReference = (item: unknown, reference: string): boolean => {
  const read = ofReference.safeParse(item)
  return !read.success || read.data.external_reference === reference
}

/**
 * Records that the gateway has the payment. Idempotent. If the gateway created two for one request,
 * keeps the payment of the earlier event: no customer has the other's URL.
 */
export const recordCreated = async (
  ctx: PaymentsContext,
  attempt: PaymentRow,
  created: PaymentObject,
  warnings: readonly unknown[],
): Promise<CreationOutcome & { outcome: 'created' }> => {
  const { id: paymentId, order_id: orderId } = attempt
  const observation = observePayment(created)
  const recorded = await decideOrder(ctx, orderId, (held) => {
    const number = paymentOf(held, paymentId).gateway_payment_id
    if (number !== null && number !== BigInt(created.id)) {
      const kept = updatePayment(held, paymentId, { claimed_until: null })
      const details = { kept: Number(number), spare: created.id }
      addLine(held, { payment_id: paymentId, kind: 'payment_created_twice', details })
      return { order: held.order, payment: kept }
    }
    const known = updatePayment(held, paymentId, {
      gateway_payment_id: BigInt(created.id),
      checkout_url: checkoutUrlOf(attempt, created),
      claimed_until: null,
    })
    const details = { gateway_payment_id: created.id, attempt: known.attempt }
    addLine(held, { payment_id: paymentId, kind: 'payment_created', details })
    if (warnings.length > 0) showDroppedFields(held, { paymentId, warnings })
    const observed = observation.kind === 'seen' ? observation : { derived: statusOfPayment(known) }
    const { payment } = recordObservation(held, { paymentId, observed })
    return { order: held.order, payment }
  })
  ctx.signals.send(PAYMENT_CREATED_SIGNAL, paymentId)

  const log = orderLog(ctx.log, recorded.order).child({ payment: paymentId })
  const { mode } = recorded.payment
  const said = mode === 'hosted' ? { said: summaryOfCheckout(recorded.order) } : {}
  log.info({ gatewayPayment: created.id, ...said }, 'payment created')
  if (warnings.length > 0) log.warn({ warnings }, 'the gateway dropped fields of the request')
  if (observation.kind === 'unreadable') log.error(observation, 'the new payment is unreadable')
  return { outcome: 'created', order: recorded.order, payment: recorded.payment }
}

const showDroppedFields = (
  held: HeldOrder,
  { paymentId, warnings }: { paymentId: PaymentId; warnings: readonly unknown[] },
): void => {
  const kind = 'request_fields_dropped'
  addLine(held, { payment_id: paymentId, kind, details: { warnings } })
  // Orders share one alert per set of fields.
  const about = aboutHeld(held, kind, warnings.map(String).sort().join(' '))
  changeAlerts(held, opening({ ...about, details: { fields: warnings } }))
}

/** Every gateway payment has a checkout URL; only a hosted one uses it. */
export const checkoutUrlOf = (
  { mode }: Pick<PaymentRow, 'mode'>,
  { checkout_url }: PaymentObject,
): string | null => (mode === 'hosted' ? checkout_url : null)

/**
 * Ends a refused attempt, or releases its claim for the next request. `given-up`: the gateway may
 * have refused only the key, so the order is not to blame.
 */
const recordFailure = async (
  ctx: PaymentsContext,
  { id: paymentId, order_id: orderId }: PaymentRow,
  failure: Failure,
  creation: 'refused' | 'given-up' | 'unknown',
): Promise<Failure> => {
  const order = await decideOrder(ctx, orderId, (held) => {
    // An event or another search may have found it since.
    const isRefused = creation !== 'unknown' && paymentOf(held, paymentId).state === 'intended'
    if (isRefused) endCreation(held, paymentId, 'refused')
    else updatePayment(held, paymentId, { claimed_until: null })
    if (isRefused && creation === 'refused' && failure.outcome === 'refused') {
      applyRefusal(held, paymentId, failure)
    } else {
      const kind = creation === 'unknown' ? 'payment_creation_unknown' : 'payment_refused'
      addLine(held, { payment_id: paymentId, kind, details: { ...failure } })
    }
    if (isRefused) endOrderOfLink(held)
    return held.order
  })
  ctx.signals.send(PAYMENT_CREATED_SIGNAL, paymentId)
  orderLog(ctx.log, order).warn({ payment: paymentId, failure }, 'payment not created')
  return failure
}
