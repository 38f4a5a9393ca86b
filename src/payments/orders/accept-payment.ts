import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { updateOrder } from '../../db/orders.ts'
import { updatePayment } from '../../db/payments.ts'
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
 * that was paid or cancelled meanwhile stays as it is. Safe to repeat. The order's lock is held, and
 * whoever calls derives its status.
 */
export const acceptPayment = async (
  trx: DbQuery,
  { order, payment, now }: { order: OrderRow; payment: PaymentRow; now: Date },
): Promise<{ order: OrderRow; payment: PaymentRow }> => {
  const { pending_update: update } = payment
  const accepted = update ? await updatePayment(trx, payment.id, { pending_update: null }) : payment
  const isLatest = payment.request_number > order.request_number
  // What is over when it is found takes no working checkout's place.
  const isOver = payment.state === 'expired' || payment.state === 'disabled'
  const isOfUse = !isOver || order.current_payment_id === null
  if (!isLatest || !isOfUse || !isOpen(order)) return { order, payment: accepted }
  if (update) await changeTerms(trx, order, { terms: pendingTerms(update), now })
  const taken = await updateOrder(trx, order.id, {
    current_payment_id: payment.id,
    request_number: payment.request_number,
    last_payment_error: null,
    updated_at: now,
  })
  return { order: taken, payment: accepted }
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
