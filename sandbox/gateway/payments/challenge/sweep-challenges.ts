import { concludeAttempt } from '../../charges/attempt.ts'
import type { Sandbox } from '../../context.ts'
import { deleteFormFields, lockTransaction } from '../../database/transactions.ts'
import type { DueWork } from '../../time/scheduler.ts'

const BATCH = 100

/**
 * Declines challenges past their deadline, since each must end in `payment.approved` or
 * `payment.failed` (4.13), unless the profile leaves them open forever.
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
  nextDueAt: async (checkedAt) => {
    const neverEnds = sandbox.profile.abandoned_challenge === 'never_ends'
    const { earliest } = await sandbox.database.query
      .selectFrom('transactions')
      .select(({ fn }) => fn.min('authenticate_by').as('earliest'))
      .where('status', '=', 'pending')
      // The deadline lets the payment expire even if challenges never end.
      .$if(neverEnds, (query) => query.where('authenticate_by', '>', checkedAt))
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
    await deleteFormFields(trx, { of: 'transaction', id })
  })
