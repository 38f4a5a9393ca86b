import type { Decline } from '../gateway/declines.ts'
import type { Failure } from '../gateway/outcomes.ts'
import type { CardCharge, SavedCardsDisabled } from '../gateway/saved-cards.ts'
import type { OrderRow, PaymentRow, StoreRow } from '../ledger/ledger.ts'
import { lockOrder } from '../ledger/orders.ts'
import { findPayment, paymentsOfOrder, updatePayment } from '../ledger/payments.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import { addMs } from '../platform/clock.ts'
import { orderLog, type PaymentsContext } from './context.ts'
import { findOutCharge } from './find-out-charge.ts'
import { intendPayment } from './intend-payment.ts'
import { answerForPaidOrder } from './paid-answer.ts'
import { policyOf } from './policy.ts'
import { closeProblem, openProblem } from './problems.ts'
import { wasCharged } from './rules/advance.ts'
import { unresolvedCharge } from './rules/unresolved-charge.ts'
import { type CheckoutRequest, changeOrder, takeOrder } from './take-order.ts'

export type SavedCardOutcome =
  /** Confirmed by the gateway's own word on the payment. */
  | { outcome: 'paid'; order: OrderRow; payment: PaymentRow }
  /** The gateway took the charge and does not show its payment yet. */
  | { outcome: 'confirming'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'declined'; order: OrderRow; payment: PaymentRow; decline: Decline }
  /** Money was taken for the order before. */
  | { outcome: 'reused'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'already-paid'; order: OrderRow }
  | { outcome: 'cancelled'; order: OrderRow }
  /** What became of an earlier charge is not known yet, so nothing was sent. */
  | { outcome: 'charge-unresolved'; order: OrderRow }
  | SavedCardsDisabled
  | { outcome: 'no-such-card' }
  | Failure

/** Beyond the gateway's timeout: our own writing. */
const CLAIM_MARGIN_MS = 5_000

/**
 * Charges an order to a saved card without its customer (design, flow 2; `gateway-api.md` 4.12).
 * The intent and its idempotency key are committed before the call; what a reused key does is not
 * shown, so an unknown outcome is found out by reference, and never by sending again.
 */
export const chargeSavedCard = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { request, method }: { request: CheckoutRequest; method: string },
): Promise<SavedCardOutcome> => {
  const decision = await decide(ctx, { store, request, method })
  if (decision.decision === 'answer') return decision.answer
  if (decision.decision === 'find-out') {
    await findOutCharge(ctx, { store, payment: decision.payment })
    const again = await decide(ctx, { store, request, method })
    if (again.decision === 'answer') return again.answer
    if (again.decision === 'find-out') return { outcome: 'charge-unresolved', order: again.order }
    return charge(ctx, { store, payment: again.payment, method })
  }
  return charge(ctx, { store, payment: decision.payment, method })
}

type Decision =
  | { decision: 'answer'; answer: SavedCardOutcome }
  | { decision: 'find-out'; order: OrderRow; payment: PaymentRow }
  | { decision: 'charge'; payment: PaymentRow }

const decide = (
  ctx: PaymentsContext,
  { store, request, method }: { store: StoreRow; request: CheckoutRequest; method: string },
): Promise<Decision> =>
  ctx.ledger.query.transaction().execute(async (trx): Promise<Decision> => {
    const now = ctx.clock.now()
    const { order: taken, isNew } = await takeOrder(trx, ctx, { store, request, now })
    const attempts = await paymentsOfOrder(trx, taken.id)
    const paid = answerForPaidOrder(taken, attempts, request)
    if (paid) return { decision: 'answer', answer: paid }
    const unresolved = unresolvedCharge(attempts)
    if (unresolved) return { decision: 'find-out', order: taken, payment: unresolved }
    const order = isNew ? taken : await changeOrder(trx, taken, { request, now })
    const payment = await intendPayment(trx, ctx, {
      store,
      order,
      attempts,
      request,
      method,
      claim: {
        claimed_by: ctx.processId,
        claimed_until: addMs(now, ctx.gatewayTimeoutMs + CLAIM_MARGIN_MS),
      },
      now,
    })
    return { decision: 'charge', payment }
  })

const charge = async (
  ctx: PaymentsContext,
  { store, payment, method }: { store: StoreRow; payment: PaymentRow; method: string },
): Promise<SavedCardOutcome> => {
  const gateway = ctx.gatewayOf(store, payment.order_id)
  const { saved_card_route: route } = policyOf(store)
  const body = payment.request as unknown as CardCharge
  const answer = await gateway.chargeCard(method, body, {
    idempotencyKey: payment.idempotency_key,
    route,
  })
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: store.id })
  log.info({ payment: payment.id, outcome: answer.outcome }, 'saved card charged')
  switch (answer.outcome) {
    case 'charged': {
      await note(ctx, payment, {
        kind: 'payment_charged',
        details: { transaction: answer.transactionId },
      })
      return confirmCharge(ctx, { store, payment })
    }
    case 'declined':
      return recordDecline(ctx, payment, answer)
    case 'saved-cards-disabled':
      await end(ctx, payment, 'refused')
      await openProblem(ctx.ledger.query, aboutSavedCards(store, ctx.clock.now()))
      return answer
    case 'not-found':
      await end(ctx, payment, 'refused')
      return { outcome: 'no-such-card' }
    case 'unreachable':
      if (answer.effect === 'none') await end(ctx, payment, 'abandoned')
      return answer.effect === 'none' ? answer : unknownOutcome(ctx, { store, payment, answer })
    default:
      await end(ctx, payment, 'refused')
      return answer
  }
}

/** The problem that a store without mode 3A has, whoever meets it. */
export const aboutSavedCards = (store: StoreRow, now: Date) => ({
  kind: 'saved_cards_disabled' as const,
  storeId: store.id,
  subject: store.id,
  now,
})

/** The gateway said yes: its payment is read, because only that or the event confirms it (3). */
const confirmCharge = async (
  ctx: PaymentsContext,
  { store, payment }: { store: StoreRow; payment: PaymentRow },
): Promise<SavedCardOutcome> => {
  await closeProblem(ctx.ledger.query, aboutSavedCards(store, ctx.clock.now()))
  await findOutCharge(ctx, { store, payment })
  const { order, latest } = await reread(ctx, payment)
  return { outcome: isPaid(latest) ? 'paid' : 'confirming', order, payment: latest }
}

const unknownOutcome = async (
  ctx: PaymentsContext,
  { store, payment, answer }: { store: StoreRow; payment: PaymentRow; answer: Failure },
): Promise<SavedCardOutcome> => {
  await note(ctx, payment, { kind: 'payment_creation_unknown', details: answer })
  await findOutCharge(ctx, { store, payment })
  const { order, latest } = await reread(ctx, payment)
  return isPaid(latest) ? { outcome: 'paid', order, payment: latest } : answer
}

const isPaid = ({ state }: PaymentRow): boolean =>
  state !== 'intended' &&
  state !== 'refused' &&
  state !== 'abandoned' &&
  state !== 'declined' &&
  wasCharged(state)

const recordDecline = async (
  ctx: PaymentsContext,
  payment: PaymentRow,
  decline: Decline,
): Promise<SavedCardOutcome> => {
  const details = { code: decline.code, message: decline.message ?? null }
  await end(ctx, payment, 'declined', { decline: JSON.stringify(details) })
  await note(ctx, payment, { kind: 'payment_declined', details })
  const { order, latest } = await reread(ctx, payment)
  return { outcome: 'declined', order, payment: latest, decline }
}

/** Ends an attempt that took no money, unless its event has told otherwise meanwhile. */
const end = (
  ctx: PaymentsContext,
  payment: PaymentRow,
  state: 'refused' | 'abandoned' | 'declined',
  more: { decline?: string } = {},
): Promise<void> =>
  ctx.ledger.query.transaction().execute(async (trx) => {
    await lockOrder(trx, payment.order_id)
    const latest = await findPayment(trx, payment.id)
    const isOpen = latest?.state === 'intended' || latest?.state === 'pending'
    const changes = isOpen || latest?.state === 'declined' ? { state, ...more } : {}
    await updatePayment(trx, payment.id, {
      ...changes,
      claimed_until: null,
      updated_at: ctx.clock.now(),
    })
  })

type Note = 'payment_charged' | 'payment_declined' | 'payment_creation_unknown'

const note = (
  ctx: PaymentsContext,
  payment: PaymentRow,
  { kind, details }: { kind: Note; details: object },
): Promise<void> =>
  addToTimeline(ctx.ledger.query, {
    at: ctx.clock.now(),
    order_id: payment.order_id,
    payment_id: payment.id,
    kind,
    details: { ...details },
  })

const reread = async (ctx: PaymentsContext, payment: PaymentRow) =>
  ctx.ledger.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, payment.order_id)
    return { order, latest: (await findPayment(trx, payment.id)) ?? payment }
  })
