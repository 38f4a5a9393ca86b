import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import type { PaymentMode, PendingUpdate } from '../../db/tables/orders.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { nextRequestNumber } from '../orders/accept-payment.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addLine, addPayment, addTask, updateOrder } from '../orders/change-held.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { amountDetails, orderAsRequested, pendingUpdateOf } from '../orders/import-order.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { taskToFindOutCharge } from '../ports/tasks/find-out-charge.ts'
import { taskToFindOutCreation } from '../ports/tasks/find-out-creation.ts'
import type { ConfirmRedirects } from './creation-request.ts'
import { chargeRequest, confirmationRequest, creationRequest } from './creation-request.ts'
import { nextAskAt } from './rules/ask-again.ts'

/** Who is creating a payment, and until when at the latest. */
export type PaymentClaim = Pick<PaymentRow, 'claimed_by' | 'claimed_until'>

/** Beyond the gateway's timeouts: our own writing, and further pages of a search. */
const CLAIM_MARGIN_MS = 5_000

/** How long so many calls of the gateway may take. */
export const claimMs = (
  { gatewayTimeoutMs }: Pick<PaymentsContext, 'gatewayTimeoutMs'>,
  calls: number,
): number => gatewayTimeoutMs * calls + CLAIM_MARGIN_MS

/** This process creates a payment with so many calls. */
export const claimFor = (ctx: PaymentsContext, now: Date, calls: number): PaymentClaim => ({
  claimed_by: ctx.processId,
  claimed_until: addMs(now, claimMs(ctx, calls)),
})

/** Intends what is about to be confirmed at the gateway (4.13), without the token. */
export const intendConfirmation = (
  held: HeldOrder,
  ctx: PaymentsContext,
  {
    store,
    redirects,
    claim,
  }: { store: StoreRow; redirects: ConfirmRedirects; claim: PaymentClaim },
): PaymentRow => {
  const { order } = held
  const paymentId = ctx.ids.next('pay')
  const request = confirmationRequest(order, { store, paymentId, redirects })
  return intend(held, { terms: order, paymentId, mode: 'card_page', request, claim })
}

/**
 * Intends what is about to be asked of the gateway, and plans who finds out if we never hear. What the
 * request changes of the order is kept with the payment: a refused one changes nothing.
 */
export const intendPayment = (
  held: HeldOrder,
  ctx: PaymentsContext,
  {
    store,
    request,
    method,
    claim,
  }: {
    store: StoreRow
    request: CheckoutRequest
    /** The saved card to charge; without one, the hosted checkout. */
    method?: string | undefined
    claim: PaymentClaim
  },
): PaymentRow => {
  const { order, payments, now } = held
  const paymentId = ctx.ids.next('pay')
  const isHosted = method === undefined
  const terms = orderAsRequested(order, request)
  const expiresAt =
    isHosted && request.expiresInMinutes ? addMs(now, request.expiresInMinutes * 60_000) : null
  const body = isHosted
    ? creationRequest(terms, { store, paymentId, expiresAt, publicUrl: ctx.publicUrl })
    : chargeRequest(terms, paymentId)
  return intend(held, {
    terms,
    pendingUpdate: pendingUpdateOf(order, request, payments),
    paymentId,
    mode: isHosted ? 'hosted' : 'saved_card',
    method,
    request: body,
    expiresAt,
    claim,
  })
}

/**
 * Adds the intended payment, and plans who finds out. A charge in the order's own terms is its payment
 * from now on; everything else once the gateway has accepted it.
 */
const intend = (
  held: HeldOrder,
  {
    terms,
    pendingUpdate = null,
    paymentId,
    mode,
    method = null,
    request,
    expiresAt = null,
    claim,
  }: {
    /** What is asked for: the order as it will be. */
    terms: Pick<OrderRow, 'amount_minor' | 'currency'>
    pendingUpdate?: PendingUpdate | null
    paymentId: PaymentId
    mode: PaymentMode
    method?: string | null | undefined
    request: object
    expiresAt?: Date | null
    claim: PaymentClaim
  },
): PaymentRow => {
  const { order, payments: paymentsBefore, now } = held
  const isCurrentAtOnce = mode !== 'hosted' && pendingUpdate === null
  const payment = addPayment(held, {
    id: paymentId,
    mode,
    payment_method_id: method,
    state: 'intended',
    request_number: nextRequestNumber(order, paymentsBefore),
    pending_update: pendingUpdate,
    previous_payment_id: isCurrentAtOnce ? order.current_payment_id : null,
    amount_minor: terms.amount_minor,
    currency: terms.currency,
    idempotency_key: paymentId,
    request: { ...request },
    ...claim,
    expires_at: expiresAt,
    next_ask_at: mode === 'hosted' ? nextAskAt(now, now) : null,
  })
  if (isCurrentAtOnce) {
    updateOrder(held, { current_payment_id: paymentId, updated_at: now })
    applyDerivedStatus(held, { paymentsBefore })
  }
  const amount = moneyFromMinor(terms.amount_minor, terms.currency)
  const details = { attempt: payment.attempt, ...amountDetails(amount) }
  addLine(held, { payment_id: paymentId, kind: 'payment_intended', details })
  const plan = mode === 'hosted' ? taskToFindOutCreation : taskToFindOutCharge
  addTask(held, plan(payment, { now }))
  return payment
}
