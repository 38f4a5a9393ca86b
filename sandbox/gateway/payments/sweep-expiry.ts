import type { ExpressionBuilder } from 'kysely'
import { addMs } from '../../../src/runtime/clock.ts'
import type { Sandbox } from '../context.ts'
import { changePayment } from '../database/payments.ts'
import type { Tables } from '../database/tables.ts'
import { deleteFormFields } from '../database/transactions.ts'
import type { DueWork } from '../time/scheduler.ts'
import { recordPaymentEvent } from '../webhooks/record-event.ts'
import { transitionOf } from './states.ts'

/** Observed delay of the scheduled job (3). */
const SWEPT_AFTER_MS = 5 * 60_000

/** Payments per transaction. */
const BATCH = 500

export const expirySweep = (sandbox: Sandbox): DueWork => ({
  runDue: async () => {
    let swept: number
    do {
      swept = await sweepOnce(sandbox)
    } while (swept === BATCH)
  },
  nextDueAt: async () => {
    const next = await sandbox.database.query
      .selectFrom('payments')
      .select('expires_at')
      .where('status', '=', 'pending')
      .where('expires_at', 'is not', null)
      .where(hasNoOpenChallenge(sandbox.clock.now()))
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst()
    return next?.expires_at ? addMs(next.expires_at, SWEPT_AFTER_MS) : undefined
  },
})

/** A customer in an open challenge started in time. */
const hasNoOpenChallenge =
  (now: Date) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'payments'>) =>
    not(
      exists(
        selectFrom('transactions')
          .select('transactions.id')
          .whereRef('transactions.payment_id', '=', 'payments.id')
          .where('transactions.status', '=', 'pending')
          .where('transactions.authenticate_by', '>', now),
      ),
    )

const sweepOnce = (sandbox: Sandbox): Promise<number> =>
  sandbox.database.query.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('payments')
      .selectAll()
      .where('status', '=', 'pending')
      .where('expires_at', '<=', addMs(sandbox.clock.now(), -SWEPT_AFTER_MS))
      .where(hasNoOpenChallenge(sandbox.clock.now()))
      .orderBy('expires_at')
      .limit(BATCH)
      .forUpdate()
      .execute()
    for (const payment of due) {
      const transition = transitionOf(payment, 'expiry_swept')
      if (!transition?.event) continue
      const updated = await changePayment(trx, payment.id, { status: transition.to })
      await recordPaymentEvent(trx, { sandbox, type: transition.event, payment: updated })
    }
    const payments = due.map(({ id }) => id)
    if (payments.length > 0) await deleteFormFields(trx, { of: 'payments', ids: payments })
    return due.length
  })
