import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { claimPoll, paymentsOfOrder } from '../../db/payments/payments.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { hasMoney } from '../../domain/order-status.ts'
import { addMs } from '../../runtime/clock.ts'
import { isPayable } from '../attempts/rules/payable-checkout.ts'
import { isOpenCharge } from '../orders/rules/charges/open-attempts.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { newPollTask, newResolveChargeTask } from '../ports/tasks/payment-tasks.ts'
import { leadsToCardPage } from './open-card-page.ts'

/**
 * Possible results for a returning customer. `payment`: one may still succeed. `nothing`: every
 * card was declined, or none was sent. `over`: the deadline passed as well.
 */
export type AwaitedByCustomer = 'payment' | 'nothing' | 'over'

export const awaitedByCustomer = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<AwaitedByCustomer> => {
  // Puente cannot see actions at a hosted checkout.
  if (order.checkout_mode === 'hosted') return 'payment'
  const attempts = await paymentsOfOrder(ctx.db.query, order.id)
  const now = ctx.clock.now()
  if (attempts.some((attempt) => isOpenCharge(attempt) || isPayable(attempt, now))) return 'payment'
  return leadsToCardPage(order, now) ? 'nothing' : 'over'
}

const PAY_LINK_POLL_MS = 5_000
/** Slower polls, because few customers wait on a cancelled order. */
const CANCELLED_POLL_MS = 60_000

/**
 * Polls the gateway before an event arrives, throttled to every few seconds. The customer's return
 * proves nothing (`gateway-api.md` 1.9).
 */
export const pollForWaitingCustomer = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<void> => {
  const isCancelled = order.status === 'cancelled'
  if (order.status !== 'awaiting_payment' && !isCancelled) return
  const now = ctx.clock.now()
  const notSince = addMs(now, -(isCancelled ? CANCELLED_POLL_MS : PAY_LINK_POLL_MS))
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const attempts = await paymentsOfOrder(trx, order.id)
    for (const { id } of attempts.filter((attempt) => isAwaited(order, attempt))) {
      const payment = await claimPoll(trx, id, { now, notSince })
      if (payment?.mode === 'hosted') await addTask(trx, newPollTask(payment, { now }))
      else if (payment) await addTask(trx, newResolveChargeTask(payment, { now, runAt: now }))
    }
  })
  ctx.signals.send(WORK_SIGNAL)
}

/** Polls open payments, or the charge that pays the order. */
export const pollOrder = async (ctx: PaymentsContext, order: OrderRow): Promise<void> => {
  if (!hasMoney(order)) return pollForWaitingCustomer(ctx, order)
  const { current_payment_id: id } = order
  if (!id) return
  const now = ctx.clock.now()
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const notSince = addMs(now, -PAY_LINK_POLL_MS)
    const payment = await claimPoll(trx, id, { now, notSince, states: CHARGED })
    if (payment?.gateway_payment_id) await addTask(trx, newPollTask(payment, { now }))
  })
  ctx.signals.send(WORK_SIGNAL)
}

const CHARGED = ['paid', 'partially_refunded'] as const

/** Includes an older checkout in another window. */
const isAwaited = (order: OrderRow, attempt: PaymentRow): boolean =>
  attempt.mode === 'hosted'
    ? attempt.state === 'pending' &&
      (attempt.id === order.current_payment_id ||
        order.checkout_mode === 'card_page' ||
        order.status === 'cancelled')
    : isOpenCharge(attempt)

/**
 * Reports whether a returning customer may have paid a cancelled order, because the gateway cannot
 * close a checkout. `false` after a poll had time to finish, until the next poll is due.
 */
export const mayHavePaidCancelled = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<boolean> => {
  const now = ctx.clock.now()
  const attempts = await paymentsOfOrder(ctx.db.query, order.id)
  return attempts.some((attempt) => {
    if (!isAwaited(order, attempt)) return false
    const polledMsAgo = attempt.last_asked_at
      ? now.getTime() - attempt.last_asked_at.getTime()
      : Number.POSITIVE_INFINITY
    return polledMsAgo < PAY_LINK_POLL_MS || polledMsAgo >= CANCELLED_POLL_MS
  })
}
