import type { OrderRow } from '../../db/db.ts'
import { addTask } from '../../db/outbox.ts'
import { claimAsking } from '../../db/payments.ts'
import { addMs } from '../../runtime/clock.ts'
import { hasMoney } from '../orders/rules/is-open.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { taskToAskGateway } from '../ports/tasks/ask-gateway.ts'
import { ASK_EVERY_MS, askForWaitingCustomer } from './pay-link.ts'

/** Polls open payments, or the charge that pays the order; throttled to every few seconds. */
export const askAboutOrder = async (ctx: PaymentsContext, order: OrderRow): Promise<void> => {
  if (!hasMoney(order)) return askForWaitingCustomer(ctx, order)
  const { current_payment_id: id } = order
  if (!id) return
  const now = ctx.clock.now()
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const notSince = addMs(now, -ASK_EVERY_MS)
    const payment = await claimAsking(trx, id, { now, notSince, states: CHARGED })
    if (payment?.gateway_payment_id) await addTask(trx, taskToAskGateway(payment, { now }))
  })
  ctx.signals.send(WORK_SIGNAL)
}

const CHARGED = ['paid', 'partially_refunded'] as const
