import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { DEAD_AFTER_MS, isProcessAlive } from '../../db/tasks/processes.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { type Failure, unreachable } from '../../gateway/outcomes.ts'
import { createAtGateway } from '../attempts/create-at-gateway.ts'
import { claimFor, claimMs, intendPayment } from '../attempts/intend-payment.ts'
import {
  CHARGE_UNRESOLVED,
  openAttempts,
  openChallenges,
  pollOpenAttempts,
} from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { updateOrder, updatePayment } from '../orders/change-held.ts'
import { nextRequestNumber, supersedeEarlierRequests } from '../orders/charges/accept-payment.ts'
import { answerForPaidOrder, type PaidAnswer } from '../orders/charges/paid-answer.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { changeOrder, decideImported, decideNew, pendingUpdateOf } from '../orders/import-order.ts'
import { currentFirst } from '../orders/rules/charges/current-first.ts'
import { unresolvedCharge } from '../orders/rules/charges/open-attempts.ts'
import { refuseIfFrozen, refuseNewIfFrozen, type StoreFrozen } from '../orders/store-frozen.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import { PAYMENT_CREATED_SIGNAL, type PaymentsContext } from '../ports/context.ts'
import { decideRefreshed, type Refreshed, type Stale } from './decide-refreshed.ts'
import { openCardPage } from './open-card-page.ts'
import { type PaidAtGateway, paidAtGateway } from './paid-at-gateway.ts'
import { chooseAttempt } from './rules/choose-attempt.ts'

/**
 * `created`: a new attempt. `reused`: the live attempt, or the paid one. `already-paid`: charged
 * with another amount than requested, refunded, or on hold. A card page has no payment before the
 * customer confirms.
 */
export type CheckoutOutcome =
  | { outcome: 'created' | 'reused'; order: OrderRow; payment: PaymentRow | null }
  | PaidAnswer
  | PaidAtGateway
  | StoreFrozen
  | Failure

type Decision =
  | CheckoutOutcome
  | { outcome: 'wait'; payment: PaymentRow; claimantLives: boolean }
  | { outcome: 'create'; payment: PaymentRow; resumed: boolean }
  | Stale

/** Makes an order payable, unless the gateway has already charged it or the store is frozen. */
export const startCheckout = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<CheckoutOutcome> => {
  const frozen = await refuseNewIfFrozen(ctx.db.query, store, request)
  if (frozen) return frozen
  if (request.mode === 'hosted') {
    const started = await startNew(ctx, store, request)
    if (started) return started
  }
  const paid = await paidAtGateway(ctx, store, request)
  if (paid) return paid
  return request.mode === 'hosted'
    ? startHosted(ctx, store, request)
    : openCardPage(ctx, store, request)
}

/** Starts the checkout of an order that nothing is known of yet. */
const startNew = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<CheckoutOutcome | undefined> => {
  const refreshed: Refreshed = new Set()
  const about = { store, request, mayClaim: false, refreshed, mayBeFrozen: false }
  const decided = await decideNew(ctx, about, decisionOf(ctx, about))
  return decided?.outcome === 'create' ? createIntendedPayment(ctx, store, decided) : undefined
}

/**
 * Starts a hosted checkout (ADR 3). Idempotent: concurrent requests share one attempt; a request
 * after a failure or crash resumes it.
 */
const startHosted = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<CheckoutOutcome> => {
  const decided = await decideRefreshed(
    decisionAfterWait(ctx, store, request),
    async ({ of, attempts }) => {
      const failure = await pollOpenAttempts(ctx, store, attempts)
      // The next decision reports a charge that stays unresolved.
      return of === 'charge' ? undefined : failure
    },
  )
  switch (decided.outcome) {
    case 'create':
      return createIntendedPayment(ctx, store, decided)
    case 'still-open':
      return decided.failure ?? CHARGE_UNRESOLVED
    default:
      return decided
  }
}

/** Waits while another request creates the attempt, unless its process dies. */
const decisionAfterWait = (ctx: PaymentsContext, store: StoreRow, request: CheckoutRequest) => {
  const giveUpAt = Date.now() + claimMs(ctx, CALLS_OF_A_CREATION)
  let claimantDeadSince: number | undefined
  return async (refreshed: Refreshed): Promise<Exclude<Decision, { outcome: 'wait' }>> => {
    for (;;) {
      const isClaimantDead = claimantDeadSince && Date.now() - claimantDeadSince >= DEAD_AFTER_MS
      const mayClaim = Boolean(isClaimantDead)
      const about = { store, request, mayClaim, refreshed, mayBeFrozen: true }
      const step = await decideImported(ctx, about, decisionOf(ctx, about))
      if (step.outcome !== 'wait') return step
      claimantDeadSince = step.claimantLives ? undefined : (claimantDeadSince ?? Date.now())
      const patienceMs = giveUpAt - Date.now()
      if (patienceMs <= 0) return unreachable('unknown', 'the payment is still being created')
      await ctx.signals.next(PAYMENT_CREATED_SIGNAL, step.payment.id, Math.min(patienceMs, 250))
    }
  }
}

/** Creates an intended payment at the gateway; its claim covers `CALLS_OF_A_CREATION`. */
export const createIntendedPayment = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { payment, resumed }: { payment: PaymentRow; resumed: boolean },
): Promise<CheckoutOutcome> => {
  ctx.creating.add(payment.id)
  try {
    const gateway = ctx.gatewayOf(store, payment.order_id)
    const created = await createAtGateway(ctx, { gateway, payment, resumed })
    return created.outcome === 'created' ? await answerOfCreation(ctx, created) : created
  } finally {
    ctx.creating.delete(payment.id)
  }
}

/** The order may have been paid otherwise or cancelled during the creation. */
const answerOfCreation = async (
  ctx: PaymentsContext,
  created: CheckoutOutcome & { outcome: 'created' },
): Promise<CheckoutOutcome> => {
  const { order, payment } = created
  if (!payment || order.current_payment_id === payment.id) return created
  const payments = await paymentsOfOrder(ctx.db.query, order.id)
  const amount = moneyFromMinor(payment.amount_minor, payment.currency)
  return answerForPaidOrder({ order, payments }, amount) ?? created
}

/** Gateway calls of a creation, which its claim must outlast: search, creation, second search. */
export const CALLS_OF_A_CREATION = 3

interface About {
  store: StoreRow
  request: CheckoutRequest
  mayClaim: boolean
  refreshed: Refreshed
  /** False right after the store was read: spares a new checkout a query. */
  mayBeFrozen: boolean
}

const decisionOf =
  (ctx: PaymentsContext, { store, request, mayClaim, refreshed, mayBeFrozen }: About) =>
  async (held: HeldOrder, query: DbQuery): Promise<Decision> => {
    const { order, payments, now } = held
    const paid = answerForPaidOrder(held, request.amount)
    if (paid) return paid
    const frozen = mayBeFrozen ? await refuseIfFrozen(held, query) : undefined
    if (frozen) return frozen
    const charge = unresolvedCharge(payments)
    // A charge of another mode may have succeeded.
    if (charge) return { outcome: 'stale', of: 'charge', order, attempts: [charge] }
    const current = currentFirst(payments, order).find(
      (attempt) => chooseAttempt(attempt, request.amount, now) !== 'start',
    )
    const choice = chooseAttempt(current, request.amount, now)
    const open = choice === 'start' ? openAttempts(payments) : openChallenges(payments)
    // Poll before changing the order: the old amount decides what was paid.
    if (open.length > 0 && !refreshed.has('attempts')) {
      return { outcome: 'stale', of: 'attempts', order, attempts: open }
    }
    if (current && choice === 'reuse') {
      adoptAttempt(held, request, current)
      return { outcome: 'reused', order: held.order, payment: current }
    }
    if (current && choice === 'wait' && !mayClaim) {
      const lives = await claimantLives(query, ctx, current)
      return { outcome: 'wait', payment: current, claimantLives: lives }
    }
    const claim = claimFor(ctx, now, CALLS_OF_A_CREATION)
    if (current && choice !== 'start') {
      const payment = updatePayment(held, current.id, {
        ...claim,
        request_number: nextRequestNumber(order, payments),
        pending_update: pendingUpdateOf(order, request, payments),
      })
      return { outcome: 'create', payment, resumed: true }
    }
    const payment = intendPayment(held, ctx, { store, request, claim })
    return { outcome: 'create', payment, resumed: false }
  }

/** The gateway has accepted this payment: applies the request immediately. */
const adoptAttempt = (held: HeldOrder, request: CheckoutRequest, current: PaymentRow): void => {
  changeOrder(held, request)
  const derived = supersedeEarlierRequests(held.order, held.payments)
  const isSame = held.order.current_payment_id === current.id && !held.order.last_payment_error
  if (isSame && derived.request_number === undefined) return
  const changes = { current_payment_id: current.id, last_payment_error: null }
  updateOrder(held, { ...changes, ...derived })
  applyDerivedStatus(held)
}

const claimantLives = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { id, claimed_by }: PaymentRow,
): Promise<boolean> => {
  if (claimed_by === ctx.processId) return ctx.creating.has(id)
  return claimed_by !== null && isProcessAlive(trx, claimed_by)
}
