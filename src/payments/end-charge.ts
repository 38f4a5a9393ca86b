import type { LedgerQuery, OrderRow, PaymentRow } from '../ledger/ledger.ts'
import { lockOrder, updateOrder } from '../ledger/orders.ts'
import { paymentsOfOrder, updatePayment } from '../ledger/payments.ts'
import { planAnnouncements, settleOrder } from './record-observation.ts'
import { announcementOfDecline } from './rules/announcements.ts'
import { isOpenCharge } from './rules/unresolved-charge.ts'
import { wasTaken } from './rules/was-taken.ts'

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
  trx: LedgerQuery,
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
  const given = await giveBackTurn(trx, { order, payment, now })
  const settled = await settleOrder(trx, { order: given, orderBefore: order, before, after, now })
  if (payment.state === 'declined') {
    const announcements = announcementOfDecline(settled.standing, payment)
    await planAnnouncements(trx, { order: settled.order, announcements, now })
  }
  return { order: settled.order, payment, hasEnded: !isDeclined }
}

interface EndOfCharge {
  payment: Pick<PaymentRow, 'id' | 'order_id'>
  ending: ChargeEnding
  now: Date
}

/** A declined charge stays the payment that the order shows; one that was never made is none. */
const giveBackTurn = async (
  trx: LedgerQuery,
  { order, payment, now }: { order: OrderRow; payment: PaymentRow; now: Date },
): Promise<OrderRow> => {
  const isCurrent = order.current_payment_id === payment.id
  if (!isCurrent || payment.state === 'declined') return order
  const changes = { current_payment_id: payment.previous_payment_id, updated_at: now }
  return updateOrder(trx, order.id, changes)
}
