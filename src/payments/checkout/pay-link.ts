import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { findOrderByPayToken } from '../../db/orders.ts'
import { addTask } from '../../db/outbox.ts'
import { claimAsking, paymentsOfOrder } from '../../db/payments.ts'
import { addMs } from '../../runtime/clock.ts'
import { fitsOrder, isPayable } from '../attempts/rules/payable-checkout.ts'
import { currentFirst } from '../orders/rules/current-first.ts'
import { isOpenCharge, unresolvedCharge } from '../orders/rules/unresolved-charge.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { taskToAskGateway } from '../ports/tasks/ask-gateway.ts'
import { taskToFindOutCharge } from '../ports/tasks/find-out-charge.ts'
import { leadsToCardPage } from './open-card-page.ts'

/**
 * Where a pay link leads now. `payable`: to the gateway's checkout. `card-page`: to our own page.
 * `charging`: what became of a card that was sent is not known yet. `settling`: the gateway has not
 * answered the creation yet. `refused`: the gateway refuses the order as it is. `ended`: the order
 * can no longer be paid. `settled`: money was taken.
 */
export type PayLink =
  | { state: 'payable'; order: OrderRow; checkoutUrl: string }
  | {
      state: 'card-page' | 'charging' | 'settling' | 'refused' | 'ended' | 'settled'
      order: OrderRow
    }

/** The durable address at which an order is paid. */
export const payUrlOf = (
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
  { pay_token }: Pick<OrderRow, 'pay_token'>,
): string => `${publicUrl}/pay/${pay_token}`

/** Opens an order's pay link. `undefined` when there is no such link. */
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
    // The time to pay ended while the customer was at the bank: what comes of that still counts.
    return { state: attempts.some(isOpenCharge) ? 'charging' : 'ended', order }
  }
  const hosted = currentFirst(
    attempts.filter(({ mode }) => mode === 'hosted'),
    order,
  )
  const payable = hosted.find((payment) => fitsOrder(payment, order) && isPayable(payment, now))
  // It works for as long as no other one has taken its place, even if one is being created.
  if (payable?.checkout_url) return { state: 'payable', order, checkoutUrl: payable.checkout_url }
  if (hosted.some(({ state }) => state === 'intended')) return { state: 'settling', order }
  return { state: order.last_payment_error ? 'refused' : 'ended', order }
}

/**
 * What a customer who comes back waits for. `payment`: one may come through without anything more
 * being done. `nothing`: every card was declined, or none was sent. `over`: so is the time to pay.
 */
export type AwaitedByCustomer = 'payment' | 'nothing' | 'over'

/** What the customer of an order that awaits payment waits for on the way back. */
export const awaitedByCustomer = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<AwaitedByCustomer> => {
  // From a hosted checkout a customer comes back without our knowing what was done there.
  if (order.checkout_mode === 'hosted') return 'payment'
  const attempts = await paymentsOfOrder(ctx.db.query, order.id)
  const now = ctx.clock.now()
  if (attempts.some((attempt) => isOpenCharge(attempt) || isPayable(attempt, now))) return 'payment'
  return leadsToCardPage(order, now) ? 'nothing' : 'over'
}

export const ASK_EVERY_MS = 5_000
/** Of an order that is over, nobody waits for long: it is asked about once in a while. */
const ASK_OF_CANCELLED_EVERY_MS = 60_000

/**
 * A customer is back from the checkout or the bank and waits, and no event has come yet: asks the
 * gateway itself, though not more often than every few seconds. What the customer's browser says
 * proves nothing (`gateway-api.md` 1.9), so it is no more than a reason to ask.
 */
export const askForWaitingCustomer = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<void> => {
  const isCancelled = order.status === 'cancelled'
  if (order.status !== 'awaiting_payment' && !isCancelled) return
  const now = ctx.clock.now()
  const notSince = addMs(now, -(isCancelled ? ASK_OF_CANCELLED_EVERY_MS : ASK_EVERY_MS))
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const attempts = await paymentsOfOrder(trx, order.id)
    for (const { id } of attempts.filter((attempt) => isAwaited(order, attempt))) {
      const payment = await claimAsking(trx, id, { now, notSince })
      if (payment?.mode === 'hosted') await addTask(trx, taskToAskGateway(payment, { now }))
      else if (payment) await addTask(trx, taskToFindOutCharge(payment, { now, runAt: now }))
    }
  })
  ctx.signals.send(WORK_SIGNAL)
}

/** A checkout of before the card page was chosen may be open in another window. */
const isAwaited = (order: OrderRow, attempt: PaymentRow): boolean =>
  attempt.mode === 'hosted'
    ? attempt.state === 'pending' &&
      (attempt.id === order.current_payment_id ||
        order.checkout_mode === 'card_page' ||
        order.status === 'cancelled')
    : isOpenCharge(attempt)

/**
 * Whether a customer who is back may have paid an order just before or after it was cancelled: the
 * gateway cannot close a checkout. False once the gateway was asked and has had time to answer.
 */
export const mayHavePaidCancelled = async (
  ctx: PaymentsContext,
  order: OrderRow,
): Promise<boolean> => {
  const now = ctx.clock.now()
  const attempts = await paymentsOfOrder(ctx.db.query, order.id)
  return attempts.some((attempt) => {
    if (!isAwaited(order, attempt)) return false
    const askedMsAgo = attempt.last_asked_at
      ? now.getTime() - attempt.last_asked_at.getTime()
      : Number.POSITIVE_INFINITY
    return askedMsAgo < ASK_EVERY_MS || askedMsAgo >= ASK_OF_CANCELLED_EVERY_MS
  })
}
