import type { LedgerQuery, OrderRow, PaymentRow, StoreRow } from '../ledger/ledger.ts'
import { updateOrder } from '../ledger/orders.ts'
import { insertPayment } from '../ledger/payments.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import { addMs } from '../platform/clock.ts'
import type { PaymentsContext } from './context.ts'
import { chargeRequest, creationRequest } from './creation-request.ts'
import { planToFindOutCharge, planToFindOutCreation } from './follow-ups.ts'
import { settleOrder } from './record-observation.ts'
import { amountDetails, type CheckoutRequest } from './take-order.ts'

/** Commits what is about to be asked of the gateway, and who finds out if we never hear. */
export const intendPayment = async (
  trx: LedgerQuery,
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
  const expiresAt =
    isHosted && request.expiresInMinutes ? addMs(now, request.expiresInMinutes * 60_000) : null
  const body = isHosted
    ? creationRequest(order, { store, paymentId, expiresAt, publicUrl: ctx.publicUrl })
    : chargeRequest(order, paymentId)
  const payment = await insertPayment(trx, {
    id: paymentId,
    store_id: order.store_id,
    order_id: order.id,
    attempt: attempts.length + 1,
    mode: isHosted ? 'hosted' : 'saved_card',
    payment_method_id: method ?? null,
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
  if (isHosted) await planToFindOutCreation(trx, payment, now)
  else await planToFindOutCharge(trx, payment, now)
  return payment
}
