import type { OrderRow } from '../../db/db.ts'
import { claimPoll } from '../../db/payments/payments.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { hasMoney } from '../../domain/order-status.ts'
import { addMs } from '../../runtime/clock.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { newPollTask } from '../ports/tasks/poll-payment.ts'
import { PAY_LINK_POLL_MS, pollForWaitingCustomer } from './pay-link.ts'

/** Polls open payments, or the charge that pays the order; throttled to every few seconds. */
export const pollOrder = async (ctx: PaymentsContext, order: OrderRow): Promise<void> => {
  if (!hasMoney(order)) return pollForWaitingCustomer(ctx, order)
  const { current_payment_id: id } = order
  if (!id) return
  const now = ctx.clock.now()
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const notSince = addMs(now, -PAY_LINK_POLL_MS)
    const payment = await claimPoll(trx, id, { now, notSince, states: CHARGED })
    if (payment?.gateway_payment_id) await addTask(trx, newPollTask(payment, { now }))
  })
  ctx.signals.send(WORK_SIGNAL)
}

const CHARGED = ['paid', 'partially_refunded'] as const
