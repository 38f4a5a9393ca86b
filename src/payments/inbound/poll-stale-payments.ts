import { lockPaymentsToPoll, schedulePoll } from '../../db/payments/payments.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { nextPollAt } from '../attempts/rules/next-poll.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { newPollTask } from '../ports/tasks/poll-payment.ts'

const BATCH = 500

/**
 * Enqueues a poll of every stale pending payment of any store: the gateway does not recover lost
 * events (`gateway-api.md` 6.5.3). Stops polling ended payments.
 */
export const pollStalePayments = async (ctx: PaymentsContext): Promise<void> => {
  for (let polled = BATCH; polled === BATCH; ) {
    polled = await ctx.db.query.transaction().execute(async (trx) => {
      const now = ctx.clock.now()
      const due = await lockPaymentsToPoll(trx, { now, limit: BATCH })
      for (const payment of due) {
        const isPending = payment.state === 'pending' && payment.gateway_payment_id !== null
        const isCreating = payment.state === 'intended'
        if (isPending) await addTask(trx, newPollTask(payment, { now }))
        const next = isPending || isCreating ? nextPollAt(payment.created_at, now) : null
        await schedulePoll(trx, payment.id, next)
      }
      return due.length
    })
  }
  ctx.signals.send(WORK_SIGNAL)
}
