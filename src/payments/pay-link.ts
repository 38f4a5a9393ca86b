import type { OrderRow } from '../ledger/ledger.ts'
import { findOrderByPayToken } from '../ledger/orders.ts'
import { claimAsking, findPayment } from '../ledger/payments.ts'
import { addMs } from '../platform/clock.ts'
import { type PaymentsContext, WORK_SIGNAL } from './context.ts'
import { planToAskGateway } from './follow-ups.ts'

/**
 * Where a pay link leads now. `payable`: to the gateway's checkout. `settling`: the gateway has not
 * answered the creation yet. `ended`: the attempt can no longer be paid. `settled`: money was taken.
 */
export type PayLink =
  | { state: 'payable'; order: OrderRow; checkoutUrl: string }
  | { state: 'settling' | 'ended' | 'settled'; order: OrderRow }

/** Opens an order's pay link. `undefined` when there is no such link. */
export const openPayLink = async (
  ctx: PaymentsContext,
  payToken: string,
): Promise<PayLink | undefined> => {
  const order = await findOrderByPayToken(ctx.ledger.query, payToken)
  if (!order) return undefined
  if (order.status === 'payment_expired' || order.status === 'cancelled') {
    return { state: 'ended', order }
  }
  if (order.status !== 'awaiting_payment') return { state: 'settled', order }
  const payment = order.current_payment_id
    ? await findPayment(ctx.ledger.query, order.current_payment_id)
    : undefined
  if (payment?.state === 'intended') return { state: 'settling', order }
  const over = payment?.expires_at && payment.expires_at <= ctx.clock.now()
  if (payment?.state !== 'pending' || over || !payment.checkout_url)
    return { state: 'ended', order }
  return { state: 'payable', order, checkoutUrl: payment.checkout_url }
}

const ASK_EVERY_MS = 5_000

/**
 * A customer is back from the checkout and waits, and no event has come yet: asks the gateway
 * itself, though not more often than every few seconds. What the customer's browser says proves
 * nothing (`gateway-api.md` 1.9), so it is no more than a reason to ask.
 */
export const askForWaitingCustomer = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<void> => {
  const paymentId = order.current_payment_id
  if (!paymentId || order.status !== 'awaiting_payment') return
  const now = ctx.clock.now()
  await ctx.ledger.query.transaction().execute(async (trx) => {
    const payment = await claimAsking(trx, paymentId, { now, notSince: addMs(now, -ASK_EVERY_MS) })
    if (payment) await planToAskGateway(trx, payment, now)
  })
  ctx.signals.send(WORK_SIGNAL)
}
