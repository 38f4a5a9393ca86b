import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addLine, addPayment, addTaskToChanges, updateOrder } from '../orders/change-held.ts'
import { nextRequestNumber } from '../orders/charges/accept-payment.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { amountDetails, orderAsRequested, pendingUpdateOf } from '../orders/import-order.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { newResolveChargeTask, newResolveCreationTask } from '../ports/tasks/payment-tasks.ts'
import {
  type ConfirmRedirects,
  chargeRequest,
  confirmationRequest,
  creationRequest,
} from './creation-request.ts'
import { deadlineOfPlace } from './rules/deadline-of-place.ts'
import { nextPollAt } from './rules/next-poll.ts'

export type PaymentClaim = Pick<PaymentRow, 'claimed_by' | 'claimed_until'>

/** Margin of a claim beyond its calls, for our writes and further pages of a search. */
const CLAIM_MARGIN_MS = 5_000

export const claimMs = (
  { gatewayTimeoutMs }: Pick<PaymentsContext, 'gatewayTimeoutMs'>,
  calls: number,
): number => gatewayTimeoutMs * calls + CLAIM_MARGIN_MS

export const claimFor = (ctx: PaymentsContext, now: Date, calls: number): PaymentClaim => ({
  claimed_by: ctx.processId,
  claimed_until: addMs(now, claimMs(ctx, calls)),
})

/** Records the intent of a confirmation (4.13), without the token. */
export const intendConfirmation = (
  held: HeldOrder,
  ctx: PaymentsContext,
  asked: { store: StoreRow; redirects: ConfirmRedirects; claim: PaymentClaim },
): PaymentRow => {
  const { store, redirects, claim } = asked
  const { order } = held
  const id = ctx.ids.next('pay')
  const request = confirmationRequest(order, { store, paymentId: id, redirects })
  return intend(held, order, { ...claim, id, mode: 'card_page', request: { ...request } })
}

/**
 * Records the intent of a gateway request, with the task that resolves a missing response. Keeps
 * the order's changes with the payment: a refused request changes nothing.
 */
export const intendPayment = (
  held: HeldOrder,
  ctx: PaymentsContext,
  intent: {
    store: StoreRow
    request: CheckoutRequest
    /** Saved card to charge; default: hosted checkout. */
    method?: string | undefined
    claim: PaymentClaim
  },
): PaymentRow => {
  const { store, request, method, claim } = intent
  const { order, payments, now } = held
  const id = ctx.ids.next('pay')
  const terms = orderAsRequested(order, request)
  const kept = { ...claim, id, pending_update: pendingUpdateOf(order, request, payments) }
  if (method !== undefined) {
    const body = { ...chargeRequest(terms, id) }
    const charge = { mode: 'saved_card', payment_method_id: method, request: body } as const
    return intend(held, terms, { ...kept, ...charge })
  }
  const minutes = request.expiresInMinutes
  const ownEnd = minutes ? addMs(now, minutes * 60_000) : null
  const expiresAt = deadlineOfPlace(order, payments) ?? ownEnd
  const about = { store, paymentId: id, expiresAt, publicUrl: ctx.publicUrl }
  return intend(held, terms, {
    ...kept,
    mode: 'hosted',
    request: { ...creationRequest(terms, about) },
    expires_at: expiresAt,
    next_ask_at: nextPollAt(now, now),
  })
}

/** A charge in the order's own terms becomes current immediately, anything else once accepted. */
const intend = (
  held: HeldOrder,
  { amount_minor, currency }: Pick<OrderRow, 'amount_minor' | 'currency'>,
  given: Partial<PaymentRow> & Pick<PaymentRow, 'id' | 'mode' | 'request'>,
): PaymentRow => {
  const { order, payments: paymentsBefore, now } = held
  const { id, mode, pending_update = null } = given
  const isCurrentAtOnce = mode !== 'hosted' && pending_update === null
  const payment = addPayment(held, {
    ...given,
    state: 'intended',
    request_number: nextRequestNumber(order, paymentsBefore),
    previous_payment_id: isCurrentAtOnce ? order.current_payment_id : null,
    amount_minor,
    currency,
    idempotency_key: id,
  })
  if (isCurrentAtOnce) {
    updateOrder(held, { current_payment_id: id })
    applyDerivedStatus(held, { paymentsBefore })
  }
  const amount = amountDetails(moneyFromMinor(amount_minor, currency))
  const details = { attempt: payment.attempt, ...amount }
  addLine(held, { payment_id: id, kind: 'payment_intended', details })
  const plan = mode === 'hosted' ? newResolveCreationTask : newResolveChargeTask
  addTaskToChanges(held, plan(payment, { now }))
  return payment
}
