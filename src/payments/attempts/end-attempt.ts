import type { PaymentRow } from '../../db/db.ts'
import type { DeclineDetails } from '../../db/tables/orders.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import { REQUEST_SOURCES } from '../../domain/requests/request-states.ts'
import type { Refused } from '../../gateway/outcomes.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { cancelHeld } from '../orders/cancel-order.ts'
import { addLine, addNotifications, updateOrder, updatePayment } from '../orders/change-held.ts'
import { DIRECT_CHARGE, recordDecline } from '../orders/charges/record-decline.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { hasCharge } from '../orders/rules/advance.ts'
import { isOpenCharge } from '../orders/rules/charges/open-attempts.ts'
import { paymentErrorOf } from '../orders/rules/charges/payment-error.ts'
import { notificationOfDecline, notificationOfRefusal } from '../orders/rules/notifications.ts'
import { fitsOrder, isPayable } from './rules/payable-checkout.ts'

export interface ChargeEnding {
  state: 'refused' | 'abandoned' | 'declined'
  decline?: DeclineDetails
}

/**
 * Ends an open charge that took no money. A refusal restores the order's previous payment; a
 * decline notifies the store once. Idempotent. Returns whether this call ended it.
 */
export const endCharge = (held: HeldOrder, id: PaymentId, ending: ChargeEnding): boolean => {
  const { order, payments } = held
  const latest = paymentOf(held, id)
  const isDeclined = latest.state === 'declined'
  // An overdue charge also ends as declined.
  if (ending.decline && !hasCharge(latest)) {
    recordDecline(held, id, { occasion: DIRECT_CHARGE, reason: ending.decline })
  }
  // Adds the reason to a decline known only from its event.
  if (!isOpenCharge(latest) && !(isDeclined && ending.state === 'declined')) {
    updatePayment(held, id, {
      // A decline may have closed the payment already.
      ...(ending.decline && !hasCharge(latest) ? { decline: ending.decline } : {}),
      claimed_until: null,
    })
    return false
  }
  const payment = updatePayment(held, id, {
    ...ending,
    pending_update: null,
    claimed_until: null,
  })
  restorePreviousPayment(held, payment)
  const derived = applyDerivedStatus(held, { orderBefore: order, paymentsBefore: payments })
  if (payment.state === 'declined') addNotifications(held, notificationOfDecline(derived, payment))
  return !isDeclined
}

/** A declined charge stays current; a refused one never existed. */
const restorePreviousPayment = (held: HeldOrder, payment: PaymentRow): void => {
  const isCurrent = held.order.current_payment_id === payment.id
  if (!isCurrent || payment.state === 'declined') return
  updateOrder(held, { current_payment_id: payment.previous_payment_id })
}

/** Ends an attempt that the gateway refused or lacks, and drops its pending update. */
export const endCreation = (
  held: HeldOrder,
  id: PaymentId,
  state: 'refused' | 'abandoned',
): void => {
  const { payments: paymentsBefore } = held
  updatePayment(held, id, { state, pending_update: null, claimed_until: null })
  applyDerivedStatus(held, { paymentsBefore })
}

/** Cancels an order of a payment link without a payment at the gateway, which frees its place. */
export const endOrderOfLink = (held: HeldOrder): void => {
  if (held.order.payment_link_id !== null) endUnmadeOrder(held)
}

/** Cancels an order without a payment at the gateway. */
const endUnmadeOrder = (held: HeldOrder): void => {
  const isMade = held.payments.some(({ state }) => state !== 'refused' && state !== 'abandoned')
  if (isOrderOpen(held.order) && !isMade) cancelHeld(held, 'policy')
}

/**
 * If the request has the order's terms and no checkout works, the order is unpayable: sets
 * `last_payment_error`, notifies the store once, and cancels a payment request. A refused change
 * leaves the order unchanged.
 */
export const applyRefusal = (held: HeldOrder, id: PaymentId, refusal: Refused): void => {
  const { order, now } = held
  const error = paymentErrorOf(refusal)
  addLine(held, {
    payment_id: id,
    kind: 'payment_refused',
    details: { ...refusal, reason: error.code },
  })
  const hasPayableCheckout = held.payments.some(
    (attempt) => isPayable(attempt, now) && fitsOrder(attempt, order),
  )
  const isOfOrder = order.status === 'awaiting_payment' && fitsOrder(paymentOf(held, id), order)
  if (!isOfOrder || hasPayableCheckout) return
  const isNew = order.last_payment_error?.code !== error.code
  updateOrder(held, {
    last_payment_error: { ...error, at: now.toISOString() },
    updated_at: isNew ? now : order.updated_at,
  })
  if (isNew) addNotifications(held, notificationOfRefusal(id))
  if (mayOnlyBeRepeated(held, id)) endUnmadeOrder(held)
}

/**
 * Reports whether a refused payment request is unpayable until its repetition reopens it. On the
 * card page, the gateway may accept another try.
 */
const mayOnlyBeRepeated = (held: HeldOrder, id: PaymentId): boolean =>
  REQUEST_SOURCES.some((source) => source === held.order.source) &&
  paymentOf(held, id).mode !== 'card_page'
