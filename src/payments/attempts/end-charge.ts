import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { lockOrder, updateOrder } from '../../db/orders.ts'
import { addTasks } from '../../db/outbox.ts'
import { paymentsOfOrder, updatePayment } from '../../db/payments.ts'
import { applyDerivedStatus } from '../orders/apply-derived-status.ts'
import { notificationOfDecline } from '../orders/rules/notifications.ts'
import { isOpenCharge } from '../orders/rules/unresolved-charge.ts'
import { wasTaken } from '../orders/rules/was-taken.ts'
import { tasksToNotify } from '../ports/tasks/notify-storefront.ts'

export interface ChargeEnding {
  state: 'refused' | 'abandoned' | 'declined'
  /** JSON. */
  decline?: string
}

/**
 * Ends a charge that took no money, unless it has come to another end meanwhile. After a refusal the
 * order has its payment of before; of a decline its store is notified, once. Safe to repeat.
 */
export const endCharge = async (
  trx: DbQuery,
  { payment: { id, order_id: orderId }, ending, now }: EndOfCharge,
): Promise<{ order: OrderRow; payment: PaymentRow; hasEnded: boolean }> => {
  const order = await lockOrder(trx, orderId)
  const before = await paymentsOfOrder(trx, orderId)
  const latest = before.find((attempt) => attempt.id === id)
  if (!latest) throw new Error(`Payment ${id} is not of order ${orderId}`)
  const isDeclined = latest.state === 'declined'
  // Its event says no more than that it was declined; the answer says why.
  if (!isOpenCharge(latest) && !(isDeclined && ending.state === 'declined')) {
    const payment = await updatePayment(trx, id, {
      // A decline may have closed it by now: why it was declined is kept all the same.
      ...(ending.decline && !wasTaken(latest) ? { decline: ending.decline } : {}),
      claimed_until: null,
      updated_at: now,
    })
    return { order, payment, hasEnded: false }
  }
  const payment = await updatePayment(trx, id, {
    ...ending,
    pending_update: null,
    claimed_until: null,
    updated_at: now,
  })
  const after = before.map((attempt) => (attempt.id === id ? payment : attempt))
  const given = await turnOver(trx, { order, payment, now })
  const settled = await applyDerivedStatus(trx, {
    order: given,
    orderBefore: order,
    before,
    after,
    now,
  })
  if (payment.state === 'declined') {
    const notifications = notificationOfDecline(settled.derived, payment)
    await addTasks(trx, tasksToNotify(settled.order, notifications, { now }))
  }
  return { order: settled.order, payment, hasEnded: !isDeclined }
}

interface EndOfCharge {
  payment: Pick<PaymentRow, 'id' | 'order_id'>
  ending: ChargeEnding
  now: Date
}

/** A declined charge stays the payment that the order shows; one that was never made is none. */
const turnOver = async (
  trx: DbQuery,
  { order, payment, now }: { order: OrderRow; payment: PaymentRow; now: Date },
): Promise<OrderRow> => {
  const isCurrent = order.current_payment_id === payment.id
  if (!isCurrent || payment.state === 'declined') return order
  const changes = { current_payment_id: payment.previous_payment_id, updated_at: now }
  return updateOrder(trx, order.id, changes)
}
