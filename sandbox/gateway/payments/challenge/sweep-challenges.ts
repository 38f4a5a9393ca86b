import { concludeAttempt } from '../../charges/attempt.ts'
import type { Sandbox } from '../../context.ts'
import { forgetFormFields, lockTransaction } from '../../database/transactions.ts'
import type { DueWork } from '../../time/scheduler.ts'

const BATCH = 100

/**
 * Ends the challenges whose window has passed: "the final outcome arrives as payment.approved or
 * payment.failed" (4.13). The profile can leave them open for ever, as a gateway may that never
 * hears of a customer who walked away.
 */
export const challengeSweep = (sandbox: Sandbox): DueWork => ({
  runDue: async () => {
    if (sandbox.profile.abandoned_challenge === 'never_ends') return
    const due = await sandbox.database.query
      .selectFrom('transactions')
      .select('id')
      .where('status', '=', 'pending')
      .where('authenticate_by', '<=', sandbox.clock.now())
      .orderBy('authenticate_by')
      .limit(BATCH)
      .execute()
    for (const { id } of due) await endChallenge(sandbox, id)
  },
  nextDueAt: async (lookedAt) => {
    const neverEnds = sandbox.profile.abandoned_challenge === 'never_ends'
    const { earliest } = await sandbox.database.query
      .selectFrom('transactions')
      .select(({ fn }) => fn.min('authenticate_by').as('earliest'))
      .where('status', '=', 'pending')
      // One that stays open for ever ends nothing by itself, but lets its payment expire.
      .$if(neverEnds, (query) => query.where('authenticate_by', '>', lookedAt))
      .executeTakeFirstOrThrow()
    return earliest ?? undefined
  },
})

const endChallenge = (sandbox: Sandbox, id: string): Promise<void> =>
  sandbox.database.query.transaction().execute(async (trx) => {
    const found = await lockTransaction(trx, { id, environment: 'any' })
    if (found?.transaction.status !== 'pending') return
    await concludeAttempt(trx, {
      sandbox,
      ...found,
      answer: { kind: 'declined', isoResponseCode: '1A' },
    })
    await forgetFormFields(trx, { of: 'transaction', id })
  })
