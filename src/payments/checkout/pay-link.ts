import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { findOrderByPayToken } from '../../db/orders/orders.ts'
import { claimPoll, paymentsOfOrder } from '../../db/payments/payments.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { addMs } from '../../runtime/clock.ts'
import { fitsOrder, isPayable } from '../attempts/rules/payable-checkout.ts'
import { currentFirst } from '../orders/rules/charges/current-first.ts'
import { isOpenCharge, unresolvedCharge } from '../orders/rules/charges/unresolved-charge.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { newResolveChargeTask } from '../ports/tasks/find-out-charge.ts'
import { newPollTask } from '../ports/tasks/poll-payment.ts'
import { leadsToCardPage } from './open-card-page.ts'

/**
 * Target of a pay link. `payable`: the gateway's checkout. `card-page`: our page. `charging`: a
 * charge awaits its outcome. `settling`: a creation awaits its response. `refused`: by the gateway,
 * in its current terms. `ended`: no longer payable. `settled`: charged.
 */
export type PayLink =
  | { state: 'payable'; order: OrderRow; checkoutUrl: string }
  | {
      state: 'card-page' | 'charging' | 'settling' | 'refused' | 'ended' | 'settled'
      order: OrderRow
    }

/** Durable URL at which a customer pays an order. */
export const payUrlOf = (
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
  { pay_token }: Pick<OrderRow, 'pay_token'>,
): string => `${publicUrl}/pay/${pay_token}`

/** `undefined`: unknown link. */
export const openPayLink = async (
  ctx: PaymentsContext,
  payToken: string,
): Promise<PayLink | undefined> => {
  const order = await findOrderByPayToken(ctx.db.query, payToken)
  if (!order) return undefined
  if (order.status === 'payment_expired' || order.status === 'cancelled') {
    return { state: 'ended', order }
  }
  if (order.status !== 'awaiting_payment') return { state: 'settled', order }
  const attempts = await paymentsOfOrder(ctx.db.query, order.id)
  const now = ctx.clock.now()
  if (order.checkout_mode === 'card_page') {
    if (unresolvedCharge(attempts)) return { state: 'charging', order }
    if (leadsToCardPage(order, now)) return { state: 'card-page', order }
    // The deadline passed during a challenge; its outcome still counts.
    return { state: attempts.some(isOpenCharge) ? 'charging' : 'ended', order }
  }
  const hosted = currentFirst(
    attempts.filter(({ mode }) => mode === 'hosted'),
    order,
  )
  const payable = hosted.find((payment) => fitsOrder(payment, order) && isPayable(payment, now))
  // A checkout stays valid until replaced, even while another is being created.
  if (payable?.checkout_url) return { state: 'payable', order, checkoutUrl: payable.checkout_url }
  if (hosted.some(({ state }) => state === 'intended')) return { state: 'settling', order }
  return { state: order.last_payment_error ? 'refused' : 'ended', order }
}

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

export const PAY_LINK_POLL_MS = 5_000
/** Slower polls, because few customers wait on a cancelled order. */
const CANCELLED_POLL_MS = 60_000

/**
 * Polls the gateway for a customer who returns before any event, throttled to every few seconds.
 * The return proves nothing (`gateway-api.md` 1.9) and only triggers a poll.
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

/** An older checkout may be open in another window. */
const isAwaited = (order: OrderRow, attempt: PaymentRow): boolean =>
  attempt.mode === 'hosted'
    ? attempt.state === 'pending' &&
      (attempt.id === order.current_payment_id ||
        order.checkout_mode === 'card_page' ||
        order.status === 'cancelled')
    : isOpenCharge(attempt)

/**
 * A returning customer may have paid around the cancellation: the gateway cannot close a checkout.
 * False once a poll had time to finish.
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
