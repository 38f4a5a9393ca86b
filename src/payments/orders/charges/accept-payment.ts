import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import { isOrderOpen } from '../../../domain/order-status.ts'
import { updateOrder, updatePayment } from '../change-held.ts'
import type { HeldOrder } from '../held-order.ts'
import { changeTerms, pendingTerms } from '../import-order.ts'
import { hasCharge } from '../rules/advance.ts'

/**
 * Reports whether the gateway created the checkout or approved the charge. A charge that the
 * gateway only lists may still be declined.
 */
export const hasBeenAccepted = (payment: PaymentRow): boolean =>
  payment.mode === 'hosted' ? payment.gateway_payment_id !== null : hasCharge(payment)

/**
 * Makes an accepted payment current and applies its pending update. The later request wins, even if
 * answered first; a paid or cancelled order keeps its state. Idempotent. The caller derives the
 * status.
 */
export const acceptPayment = (held: HeldOrder, payment: PaymentRow): void => {
  const { pending_update: update } = payment
  if (update) updatePayment(held, payment.id, { pending_update: null })
  const isLatest = payment.request_number > held.order.request_number
  // An expired or disabled payment must not replace a working checkout.
  const isOver = payment.state === 'expired' || payment.state === 'disabled'
  const isOfUse = !isOver || held.order.current_payment_id === null
  if (!isLatest || !isOfUse || !isOrderOpen(held.order)) return
  if (update) changeTerms(held, pendingTerms(update))
  updateOrder(held, {
    current_payment_id: payment.id,
    request_number: payment.request_number,
    last_payment_error: null,
  })
}

export const nextRequestNumber = (order: OrderRow, attempts: readonly PaymentRow[]): number =>
  Math.max(order.request_number, ...attempts.map((attempt) => attempt.request_number)) + 1

/**
 * Returns a new number for a request that needs no gateway response, so that a late response to an
 * earlier request does not change the order. `{}` if no earlier request is open.
 */
export const supersedeEarlierRequests = (
  order: OrderRow,
  attempts: readonly PaymentRow[],
): { request_number?: number } => {
  const number = nextRequestNumber(order, attempts)
  return number === order.request_number + 1 ? {} : { request_number: number }
}
