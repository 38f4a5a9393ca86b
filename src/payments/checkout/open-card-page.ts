import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { addMs } from '../../runtime/clock.ts'
import { openAttempts, refreshPayments } from '../inbound/refresh-payments.ts'
import { standByRequest } from '../orders/accept-payment.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addTask, updateOrder } from '../orders/change-held.ts'
import { type HeldOrder, writeHeld } from '../orders/held-order.ts'
import { changeOrder, importOrder } from '../orders/import-order.ts'
import { answerForPaidOrder } from '../orders/paid-answer.ts'
import { unresolvedCharge } from '../orders/rules/unresolved-charge.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import { taskToEndTimeToPay } from '../ports/tasks/end-time-to-pay.ts'

/**
 * `created`: the order's pay link leads to the card page from now on; no payment exists before the
 * customer confirms one. `reused`: it did before, or (with a payment) the order is paid.
 */
export type CardPageOpening =
  | { outcome: 'created'; order: OrderRow; payment: null }
  | { outcome: 'reused'; order: OrderRow; payment: PaymentRow | null }
  | { outcome: 'already-paid'; order: OrderRow }
  | { outcome: 'cancelled'; order: OrderRow }
  /** What became of an earlier attempt is not known yet, so the order is not changed. */
  | { outcome: 'charge-unresolved'; order: OrderRow }

type Decision =
  | { decision: 'answer'; answer: CardPageOpening }
  /** An earlier attempt may have been paid: the order is not changed before that is known. */
  | { decision: 'look'; order: OrderRow; attempts: PaymentRow[] }

/**
 * Gets an order ready to be paid on our own card page (design, flow 3). The gateway is asked about
 * earlier attempts only. A live hosted one stays payable there: the gateway has no way to close it.
 */
export const openCardPage = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<CardPageOpening> => {
  const first = await decide(ctx, { store, request, hasLooked: false })
  if (first.decision === 'answer') return first.answer
  const failure = await refreshPayments(ctx, store, first.attempts)
  if (failure) return { outcome: 'charge-unresolved', order: first.order }
  const again = await decide(ctx, { store, request, hasLooked: true })
  return again.decision === 'answer'
    ? again.answer
    : { outcome: 'charge-unresolved', order: again.order }
}

const decide = (
  ctx: PaymentsContext,
  { store, request, hasLooked }: { store: StoreRow; request: CheckoutRequest; hasLooked: boolean },
): Promise<Decision> =>
  ctx.db.hot.query.transaction().execute(async (trx): Promise<Decision> => {
    const { held, isNew } = await importOrder(trx, ctx, { store, request })
    const { order: taken, payments, now } = held
    const { minor, currency } = request.amount
    const paid = answerForPaidOrder(taken, payments, { minor, currencyCode: currency.code })
    if (paid) return { decision: 'answer', answer: paid }

    const isOpen = !isNew && leadsToCardPage(taken, now)
    const isSame = isOpen && taken.amount_minor === minor && taken.currency === currency.code
    const charge = unresolvedCharge(payments)
    // The customer is paying there right now: a page that is asked for once more is the same page.
    if (charge && isSame) {
      return { decision: 'answer', answer: { outcome: 'reused', order: taken, payment: null } }
    }
    if (charge) return { decision: 'look', order: taken, attempts: [charge] }
    const open = hasLooked ? [] : openAttempts(payments)
    // The page itself looks before it charges; another amount is measured against what was paid.
    if (open.length > 0 && !isSame) return { decision: 'look', order: taken, attempts: open }
    if (isNew) {
      const about = { externalId: taken.external_id, number: taken.number }
      orderLog(ctx.log, taken).info(about, 'order taken')
    } else changeOrder(held, request)
    leadToCardPage(held, request)
    await writeHeld(trx, held)
    const outcome = isOpen ? 'reused' : 'created'
    return { decision: 'answer', answer: { outcome, order: held.order, payment: null } }
  })

/** Whether the order's pay link leads to a card page that still takes a card. */
export const leadsToCardPage = (order: OrderRow, now: Date): boolean =>
  order.checkout_mode === 'card_page' &&
  order.status === 'awaiting_payment' &&
  (order.payable_until === null || order.payable_until > now)

/** The time to pay runs from the request; an attempt that has ended ends nothing any more. */
const leadToCardPage = (held: HeldOrder, { expiresInMinutes: minutes }: CheckoutRequest): void => {
  const { order, payments, now } = held
  const current = payments.find(({ id }) => id === order.current_payment_id)
  const payableUntil = minutes === null ? null : addMs(now, minutes * 60_000)
  const led = updateOrder(held, {
    payable_until: payableUntil,
    time_over_at: null,
    ...standByRequest(order, payments),
    ...(current && (current.mode === 'hosted' || hasEnded(current))
      ? { current_payment_id: null }
      : {}),
    updated_at: now,
  })
  if (payableUntil) addTask(held, taskToEndTimeToPay(led, { payableUntil, now }))
  applyDerivedStatus(held)
}

const hasEnded = ({ state }: PaymentRow): boolean => state === 'expired' || state === 'disabled'
