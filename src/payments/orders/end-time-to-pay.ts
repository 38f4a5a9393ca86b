import type { OrderRow } from '../../db/db.ts'
import { lockOrder, updateOrder } from '../../db/orders.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import type { OrderId } from '../../domain/ids.ts'
import { orderLog, type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { applyDerivedStatus } from './apply-derived-status.ts'
import { isOpenCharge } from './rules/unresolved-charge.ts'

/**
 * Ends the time to pay of an order on the card page, which has no payment at the gateway that could
 * expire. Nothing is done where the time was prolonged or the order is not to be paid there any
 * more. While a charge is under way or its customer is at the bank, it is looked at again later.
 */
export const endTimeToPay = async (
  ctx: PaymentsContext,
  { orderId }: { orderId: OrderId },
): Promise<TaskOutcome> => {
  const outcome = await ctx.db.query.transaction().execute(async (trx): Promise<TaskOutcome> => {
    const order = await lockOrder(trx, orderId)
    const now = ctx.clock.now()
    if (!isOverdue(order, now)) return { outcome: 'done' }
    const attempts = await paymentsOfOrder(trx, orderId)
    if (attempts.some(isOpenCharge)) return CHARGE_UNDER_WAY
    const over = await updateOrder(trx, orderId, { time_over_at: now, updated_at: now })
    const moment = { orderBefore: order, before: attempts, after: attempts, now }
    const settled = await applyDerivedStatus(trx, { order: over, ...moment })
    orderLog(ctx.log, order).info({ status: settled.order.status }, 'time to pay ended')
    return { outcome: 'done' }
  })
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}

const isOverdue = ({ status, checkout_mode, payable_until }: OrderRow, now: Date): boolean =>
  status === 'awaiting_payment' &&
  checkout_mode === 'card_page' &&
  payable_until !== null &&
  payable_until <= now

const CHARGE_UNDER_WAY: TaskOutcome = {
  outcome: 'failed',
  retry: 'retry',
  detail: 'a charge is under way',
}
