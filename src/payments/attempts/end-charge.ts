import type { PaymentRow } from '../../db/db.ts'
import type { DeclineDetails } from '../../db/tables/orders.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { addNotifications, updateOrder, updatePayment } from '../orders/change-held.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { hasCharge } from '../orders/rules/charges/has-charge.ts'
import { isOpenCharge } from '../orders/rules/charges/unresolved-charge.ts'
import { notificationOfDecline } from '../orders/rules/notifications.ts'

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
