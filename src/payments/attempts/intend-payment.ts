import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { updateOrder } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { insertPayment } from '../../db/payments.ts'
import type { PaymentMode } from '../../db/tables/orders.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { addMs } from '../../runtime/clock.ts'
import { nextRequestNumber } from '../orders/accept-payment.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { amountDetails, orderAsRequested, pendingUpdateOf } from '../orders/import-order.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { taskToFindOutCharge } from '../ports/tasks/find-out-charge.ts'
import { taskToFindOutCreation } from '../ports/tasks/find-out-creation.ts'
import type { ConfirmRedirects } from './creation-request.ts'
import { chargeRequest, confirmationRequest, creationRequest } from './creation-request.ts'
import { nextAskAt } from './rules/ask-again.ts'

/** Commits what is about to be confirmed at the gateway (4.13), without the token. */
export const intendConfirmation = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  {
    store,
    order,
    attempts,
    redirects,
    claim,
    now,
  }: {
    store: StoreRow
    order: OrderRow
    attempts: readonly PaymentRow[]
    redirects: ConfirmRedirects
    claim: Pick<PaymentRow, 'claimed_by' | 'claimed_until'>
    now: Date
  },
): Promise<PaymentRow> => {
  const paymentId = ctx.ids.next('pay')
  const request = confirmationRequest(order, { store, paymentId, redirects })
  return intend(trx, {
    order,
    terms: order,
    attempts,
    paymentId,
    mode: 'card_page',
    request,
    claim,
    now,
  })
}

/**
 * Commits what is about to be asked of the gateway, and who finds out if we never hear. What the
 * request changes of the order is kept with the payment: a refused one changes nothing.
 */
export const intendPayment = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  {
    store,
    order,
    attempts,
    request,
    method,
    claim,
    now,
  }: {
    store: StoreRow
    order: OrderRow
    attempts: readonly PaymentRow[]
    request: CheckoutRequest
    /** The saved card to charge; without one, the hosted checkout. */
    method?: string | undefined
    claim: Pick<PaymentRow, 'claimed_by' | 'claimed_until'>
    now: Date
  },
): Promise<PaymentRow> => {
  const paymentId = ctx.ids.next('pay')
  const isHosted = method === undefined
  const terms = orderAsRequested(order, request)
  const expiresAt =
    isHosted && request.expiresInMinutes ? addMs(now, request.expiresInMinutes * 60_000) : null
  const body = isHosted
    ? creationRequest(terms, { store, paymentId, expiresAt, publicUrl: ctx.publicUrl })
    : chargeRequest(terms, paymentId)
  return intend(trx, {
    order,
    terms,
    pendingUpdate: pendingUpdateOf(order, request, attempts),
    attempts,
    paymentId,
    mode: isHosted ? 'hosted' : 'saved_card',
    method,
    request: body,
    expiresAt,
    claim,
    now,
  })
}

/**
 * Writes the intent, and plans who finds out. A charge in the order's own terms is its payment from
 * now on; everything else once the gateway has accepted it.
 */
const intend = async (
  trx: DbQuery,
  {
    order,
    terms,
    pendingUpdate = null,
    attempts,
    paymentId,
    mode,
    method = null,
    request,
    expiresAt = null,
    claim,
    now,
  }: {
    order: OrderRow
    /** What is asked for: the order as it will be. */
    terms: Pick<OrderRow, 'amount_minor' | 'currency'>
    pendingUpdate?: string | null
    attempts: readonly PaymentRow[]
    paymentId: PaymentId
    mode: PaymentMode
    method?: string | null | undefined
    request: object
    expiresAt?: Date | null
    claim: Pick<PaymentRow, 'claimed_by' | 'claimed_until'>
    now: Date
  },
): Promise<PaymentRow> => {
  const isCurrentAtOnce = mode !== 'hosted' && pendingUpdate === null
  const payment = await insertPayment(trx, {
    id: paymentId,
    store_id: order.store_id,
    order_id: order.id,
    attempt: attempts.length + 1,
    mode,
    payment_method_id: method,
    state: 'intended',
    request_number: nextRequestNumber(order, attempts),
    pending_update: pendingUpdate,
    previous_payment_id: isCurrentAtOnce ? order.current_payment_id : null,
    amount_minor: terms.amount_minor,
    currency: terms.currency,
    idempotency_key: paymentId,
    request: JSON.stringify(request),
    ...claim,
    expires_at: expiresAt,
    next_ask_at: mode === 'hosted' ? nextAskAt(now, now) : null,
    created_at: now,
    updated_at: now,
  })
  if (isCurrentAtOnce) {
    const changes = { current_payment_id: paymentId, updated_at: now }
    const current = await updateOrder(trx, order.id, changes)
    await applyDerivedStatus(trx, {
      order: current,
      before: attempts,
      after: [...attempts, payment],
      now,
    })
  }
  const amount = moneyFromMinor(terms.amount_minor, terms.currency)
  const details = { attempt: payment.attempt, ...amountDetails(amount) }
  const about = { at: now, order_id: order.id, payment_id: paymentId }
  await addToTimeline(trx, { ...about, kind: 'payment_intended', details })
  const taskToFindOut = mode === 'hosted' ? taskToFindOutCreation : taskToFindOutCharge
  await addTask(trx, taskToFindOut(payment, { now }))
  return payment
}
