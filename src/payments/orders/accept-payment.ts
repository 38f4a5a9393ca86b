import type { OrderRow, PaymentRow } from '../../db/db.ts'
import { updateOrder, updatePayment } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'
import { changeTerms, pendingTerms } from './import-order.ts'
import { isOpen } from './rules/is-open.ts'
import { wasTaken } from './rules/was-taken.ts'

/**
 * Whether the gateway has accepted a payment: it has made the checkout, or it has approved the
 * charge. A charge that it only shows may still be declined.
 */
export const hasBeenAccepted = (payment: PaymentRow): boolean =>
  payment.mode === 'hosted' ? payment.gateway_payment_id !== null : wasTaken(payment)

/**
 * The gateway has accepted a payment: it becomes the order's, and the order takes over what its
 * request wanted. Of two requests the later one counts, whichever was answered first; an order
 * that was paid or cancelled meanwhile stays as it is. Safe to repeat. Whoever calls derives the status.
 */
export const acceptPayment = (held: HeldOrder, payment: PaymentRow): void => {
  const { pending_update: update } = payment
  if (update) updatePayment(held, payment.id, { pending_update: null })
  const isLatest = payment.request_number > held.order.request_number
  // What is over when it is found takes no working checkout's place.
  const isOver = payment.state === 'expired' || payment.state === 'disabled'
  const isOfUse = !isOver || held.order.current_payment_id === null
  if (!isLatest || !isOfUse || !isOpen(held.order)) return
  if (update) changeTerms(held, pendingTerms(update))
  updateOrder(held, {
    current_payment_id: payment.id,
    request_number: payment.request_number,
    last_payment_error: null,
  })
}

/** The number of a request that is made of an order now. */
export const nextRequestNumber = (order: OrderRow, attempts: readonly PaymentRow[]): number =>
  Math.max(order.request_number, ...attempts.map((attempt) => attempt.request_number)) + 1

/**
 * An order stands by a request at once that waits for nobody: a payment of an earlier request that
 * the gateway accepts from now on changes it no more. Nothing to write where there is no such one.
 */
export const standByRequest = (
  order: OrderRow,
  attempts: readonly PaymentRow[],
): { request_number?: number } => {
  const number = nextRequestNumber(order, attempts)
  return number === order.request_number + 1 ? {} : { request_number: number }
}
