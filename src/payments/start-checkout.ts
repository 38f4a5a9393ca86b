import type { Failure } from '../gateway/outcomes.ts'
import type { LedgerQuery, OrderRow, PaymentRow, StoreRow } from '../ledger/ledger.ts'
import { takeAndLockOrder, updateOrder } from '../ledger/orders.ts'
import { insertPayment, paymentsOfOrder, updatePayment } from '../ledger/payments.ts'
import { isProcessAlive } from '../ledger/processes.ts'
import type { Locale, OrderCustomer } from '../ledger/tables.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import { addMs } from '../platform/clock.ts'
import { formatMoney, type Money, moneyFromMinor } from '../platform/money.ts'
import { orderLog, PAYMENT_CREATED_SIGNAL, type PaymentsContext } from './context.ts'
import { createAtGateway } from './create-at-gateway.ts'
import { creationRequest } from './creation-request.ts'
import { planToFindOutCreation } from './follow-ups.ts'
import { settleOrder } from './record-observation.ts'
import { chooseAttempt } from './rules/choose-attempt.ts'

export interface CheckoutRequest {
  /** The shop's own id of the order. */
  externalId: string
  number: string | null
  amount: Money
  description: string | null
  customer: OrderCustomer
  metadata: Record<string, unknown>
  locale: Locale
  successUrl: string | null
  cancelUrl: string | null
  expiresInMinutes: number | null
}

/**
 * `created`: a new attempt at the gateway. `reused`: the order's live attempt, or the one that
 * paid it. `already-paid`: the order is paid, and the request names another amount.
 */
export type CheckoutOutcome =
  | { outcome: 'created' | 'reused'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'already-paid'; order: OrderRow }
  | Failure

type Decision =
  | { decision: 'answer'; answer: CheckoutOutcome }
  | { decision: 'wait'; payment: PaymentRow }
  | { decision: 'create'; payment: PaymentRow; resumed: boolean }

/** Beyond the gateway's own timeout: two searches and our own writing. */
const CLAIM_MARGIN_MS = 5_000

/**
 * Gets an order ready to be paid on the gateway's hosted checkout (design, flow 1). The same order
 * again gets the live attempt; requests for one order at the same time get one and the same; a
 * request after a failure or a crash goes on where the last one stopped.
 */
export const startCheckout = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<CheckoutOutcome> => {
  const giveUpAt = Date.now() + claimMs(ctx)
  for (;;) {
    const step = await decide(ctx, store, request)
    if (step.decision === 'answer') return step.answer
    if (step.decision === 'create')
      return createAtGateway(ctx, { ...step, gateway: ctx.gatewayOf(store, step.payment.order_id) })
    const patienceMs = giveUpAt - Date.now()
    if (patienceMs <= 0) return STILL_BEING_CREATED
    await ctx.signals.next(PAYMENT_CREATED_SIGNAL, step.payment.id, Math.min(patienceMs, 250))
  }
}

const STILL_BEING_CREATED: Failure = {
  outcome: 'unreachable',
  remedy: 'retry',
  effect: 'unknown',
  detail: 'the payment is still being created',
  retryAfterSeconds: undefined,
}

const claimMs = (ctx: PaymentsContext): number => ctx.gatewayTimeoutMs * 2 + CLAIM_MARGIN_MS

/** Decides under the order's lock, and commits the intent of a creation. */
const decide = (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<Decision> =>
  ctx.ledger.query.transaction().execute(async (trx): Promise<Decision> => {
    const now = ctx.clock.now()
    const { order: taken, isNew } = await takeOrder(trx, ctx, { store, request, now })
    const attempts = await paymentsOfOrder(trx, taken.id)
    const paidAnswer = answerForPaidOrder(taken, attempts, request)
    if (paidAnswer) return { decision: 'answer', answer: paidAnswer }

    if (isNew) orderLog(ctx.log, taken).info({ number: taken.number }, 'order taken')
    const order = isNew ? taken : await changeOrder(trx, taken, { request, now })
    const current = attempts.find(({ id }) => id === order.current_payment_id)
    const choice = chooseAttempt(current, request.amount, now)
    if (current && choice === 'reuse') {
      return { decision: 'answer', answer: { outcome: 'reused', order, payment: current } }
    }
    if (current && choice === 'wait' && (await claimantLives(trx, ctx, current))) {
      return { decision: 'wait', payment: current }
    }
    const claim = { claimed_by: ctx.processId, claimed_until: addMs(now, claimMs(ctx)) }
    if (current && choice !== 'start') {
      const payment = await updatePayment(trx, current.id, claim)
      return { decision: 'create', payment, resumed: true }
    }
    const payment = await intendPayment(trx, ctx, { order, attempts, request, claim, now })
    return { decision: 'create', payment, resumed: false }
  })

/** Whether the process that is creating a payment has not been killed over it. */
const claimantLives = async (
  trx: LedgerQuery,
  ctx: PaymentsContext,
  { claimed_by }: PaymentRow,
): Promise<boolean> =>
  claimed_by !== null && (claimed_by === ctx.processId || (await isProcessAlive(trx, claimed_by)))

const takeOrder = async (
  trx: LedgerQuery,
  ctx: PaymentsContext,
  { store, request, now }: { store: StoreRow; request: CheckoutRequest; now: Date },
): Promise<{ order: OrderRow; isNew: boolean }> => {
  const taken = await takeAndLockOrder(trx, {
    id: ctx.ids.next('ord'),
    store_id: store.id,
    external_id: request.externalId,
    ...fieldsOfOrder(request),
    status: 'awaiting_payment',
    pay_token: ctx.ids.secret(18),
    created_at: now,
    updated_at: now,
  })
  if (taken.isNew) {
    const details = amountDetails(request.amount)
    await addToTimeline(trx, { at: now, order_id: taken.order.id, kind: 'order_taken', details })
  }
  return taken
}

const fieldsOfOrder = (request: CheckoutRequest) => ({
  number: request.number,
  amount_minor: request.amount.minor,
  currency: request.amount.currency.code,
  description: request.description,
  customer: JSON.stringify(request.customer),
  metadata: JSON.stringify(request.metadata),
  locale: request.locale,
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
})

const amountDetails = (amount: Money) => ({
  amount: formatMoney(amount),
  currency: amount.currency.code,
})

/** Money was taken for this order: it is not sent to a checkout again. */
const answerForPaidOrder = (
  order: OrderRow,
  attempts: readonly PaymentRow[],
  { amount }: CheckoutRequest,
): CheckoutOutcome | undefined => {
  if (order.status === 'awaiting_payment' || order.status === 'payment_expired') return undefined
  // Once money was taken, the current attempt is the one that speaks for the order.
  const payment = attempts.find(({ id }) => id === order.current_payment_id)
  const sameAmount = order.amount_minor === amount.minor && order.currency === amount.currency.code
  return payment && sameAmount
    ? { outcome: 'reused', order, payment }
    : { outcome: 'already-paid', order }
}

const changeOrder = async (
  trx: LedgerQuery,
  order: OrderRow,
  { request, now }: { request: CheckoutRequest; now: Date },
): Promise<OrderRow> => {
  const changed = await updateOrder(trx, order.id, { ...fieldsOfOrder(request), updated_at: now })
  if (order.amount_minor !== changed.amount_minor || order.currency !== changed.currency) {
    const details = {
      from: amountDetails(moneyFromMinor(order.amount_minor, order.currency)),
      to: amountDetails(request.amount),
    }
    await addToTimeline(trx, { at: now, order_id: order.id, kind: 'order_changed', details })
  }
  return changed
}

/** Commits what is about to be asked of the gateway, and who finds out if we never hear. */
const intendPayment = async (
  trx: LedgerQuery,
  ctx: PaymentsContext,
  {
    order,
    attempts,
    request,
    claim,
    now,
  }: {
    order: OrderRow
    attempts: readonly PaymentRow[]
    request: CheckoutRequest
    claim: Pick<PaymentRow, 'claimed_by' | 'claimed_until'>
    now: Date
  },
): Promise<PaymentRow> => {
  const paymentId = ctx.ids.next('pay')
  const expiresAt = request.expiresInMinutes ? addMs(now, request.expiresInMinutes * 60_000) : null
  const body = creationRequest(order, { paymentId, expiresAt, publicUrl: ctx.publicUrl })
  const payment = await insertPayment(trx, {
    id: paymentId,
    store_id: order.store_id,
    order_id: order.id,
    attempt: attempts.length + 1,
    mode: 'hosted',
    state: 'intended',
    amount_minor: order.amount_minor,
    currency: order.currency,
    idempotency_key: paymentId,
    request: JSON.stringify(body),
    ...claim,
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  })
  const current = await updateOrder(trx, order.id, {
    current_payment_id: paymentId,
    updated_at: now,
  })
  await settleOrder(trx, { order: current, before: attempts, after: [...attempts, payment], now })
  const details = { attempt: payment.attempt, ...amountDetails(request.amount) }
  const about = { at: now, order_id: order.id, payment_id: paymentId }
  await addToTimeline(trx, { ...about, kind: 'payment_intended', details })
  await planToFindOutCreation(trx, payment, now)
  return payment
}
