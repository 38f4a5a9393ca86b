import type { OrderRow, PaymentLinkRow } from '../../db/db.ts'
import { findOrderByPayToken } from '../../db/orders/orders.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { MINUTES_TO_PAY } from './open-order.ts'

/** An order of a link that its customer can still pay. */
interface OwnOrder {
  order: OrderRow
  payableUntil: Date
}

/** Finds the order of a link that a browser opened, by its pay token, while it can be paid. */
export const findOwnOrder = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  { id }: Pick<PaymentLinkRow, 'id'>,
  payToken: string | undefined,
): Promise<OwnOrder | undefined> => {
  if (payToken === undefined) return undefined
  const order = await findOrderByPayToken(db.query, payToken)
  if (order?.payment_link_id !== id || order.status !== 'awaiting_payment') return undefined
  const payableUntil = addMs(order.created_at, MINUTES_TO_PAY * MINUTE)
  return payableUntil > clock.now() ? { order, payableUntil } : undefined
}
