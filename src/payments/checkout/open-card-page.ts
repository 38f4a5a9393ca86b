import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { addMs } from '../../runtime/clock.ts'
import { deadlineOfPlace } from '../attempts/rules/deadline-of-place.ts'
import { CHARGE_UNRESOLVED, openAttempts, pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addTaskToChanges, updateOrder } from '../orders/change-held.ts'
import { supersedeEarlierRequests } from '../orders/charges/accept-payment.ts'
import { answerForPaidOrder, type PaidAnswer } from '../orders/charges/paid-answer.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { changeOrder, decideImported } from '../orders/import-order.ts'
import { isAmountOf } from '../orders/rules/charges/is-amount-of.ts'
import { unresolvedCharge } from '../orders/rules/charges/open-attempts.ts'
import { refuseIfFrozen, type StoreFrozen } from '../orders/store-frozen.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { newEndTimeToPayTask } from '../ports/tasks/payment-tasks.ts'
import { decideRefreshed, type Refreshed, type Stale } from './decide-refreshed.ts'

/**
 * `created`: the pay link now leads to the card page; no payment exists before the customer
 * confirms. `reused`: it already did, or (with a payment) the order is paid.
 */
type CardPageOpening =
  | PaidAnswer
  | StoreFrozen
  | { outcome: 'created' | 'reused'; order: OrderRow; payment: null }

/**
 * Makes an order payable on our card page. Polls earlier attempts, but creates nothing at the
 * gateway. A live hosted checkout stays payable, because the gateway cannot close it.
 */
export const openCardPage = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: CheckoutRequest,
): Promise<CardPageOpening | Failure> => {
  const decided = await decideRefreshed(
    (refreshed) => decide(ctx, { store, request, refreshed }),
    async ({ of, attempts }) => {
      const failure = await pollOpenAttempts(ctx, store, attempts)
      // The next decision reports a charge that stays unresolved.
      return of === 'charge' ? undefined : failure
    },
  )
  return decided.outcome === 'still-open' ? (decided.failure ?? CHARGE_UNRESOLVED) : decided
}

const decide = (
  ctx: PaymentsContext,
  {
    store,
    request,
    refreshed,
  }: { store: StoreRow; request: CheckoutRequest; refreshed: Refreshed },
): Promise<CardPageOpening | Stale> =>
  decideImported(ctx, { store, request }, async (held, trx): Promise<CardPageOpening | Stale> => {
    const { order: stored, payments, isNew, now } = held
    const paid = answerForPaidOrder(held, request.amount)
    if (paid) return paid
    const frozen = await refuseIfFrozen(held, trx)
    if (frozen) return frozen

    const isOpen = !isNew && leadsToCardPage(stored, now)
    const isSame = isOpen && isAmountOf(stored, request.amount)
    const charge = unresolvedCharge(payments)
    if (charge && isSame) return { outcome: 'reused', order: stored, payment: null }
    const stale = { outcome: 'stale', of: 'attempts', order: stored } as const
    if (charge) return { ...stale, attempts: [charge] }
    const open = refreshed.has('attempts') ? [] : openAttempts(payments)
    // The page polls before it charges. Only a new amount needs a poll here: the old amount decides
    // what was paid.
    if (open.length > 0 && !isSame) return { ...stale, attempts: open }
    if (!isNew) changeOrder(held, request)
    leadToCardPage(held, request)
    return { outcome: isOpen ? 'reused' : 'created', order: held.order, payment: null }
  })

/** Reports whether the pay link leads to a card page that accepts cards. */
export const leadsToCardPage = (order: OrderRow, now: Date): boolean =>
  order.checkout_mode === 'card_page' &&
  order.status === 'awaiting_payment' &&
  (order.payable_until === null || order.payable_until > now)

/** Replaces a hosted or ended attempt. */
const leadToCardPage = (held: HeldOrder, { expiresInMinutes: minutes }: CheckoutRequest): void => {
  const { order, payments, now } = held
  const current = payments.find(({ id }) => id === order.current_payment_id)
  const ownEnd = minutes === null ? null : addMs(now, minutes * 60_000)
  const payableUntil = deadlineOfPlace(order, payments) ?? ownEnd
  const led = updateOrder(held, {
    payable_until: payableUntil,
    time_over_at: null,
    ...supersedeEarlierRequests(order, payments),
    ...(current && (current.mode === 'hosted' || hasEnded(current))
      ? { current_payment_id: null }
      : {}),
  })
  if (payableUntil) addTaskToChanges(held, newEndTimeToPayTask(led, { payableUntil, now }))
  applyDerivedStatus(held)
}

const hasEnded = ({ state }: PaymentRow): boolean => state === 'expired' || state === 'disabled'
