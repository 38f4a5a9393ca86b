import { type AttemptOutcome, concludeAttempt, outcomeOf } from '../../charges/attempt.ts'
import type { Sandbox } from '../../context.ts'
import { lockTransaction } from '../../database/transactions.ts'
import { transitionOf } from '../states.ts'
import { deadlineAhead } from './authentication-url.ts'

/** What a cardholder does with a challenge; who walks away leaves it open until its window ends. */
export type ChallengeResult = (typeof CHALLENGE_RESULTS)[number]

export const CHALLENGE_RESULTS = ['authenticated', 'failed', 'abandoned'] as const

export const isChallengeResult = (text: string | undefined): text is ChallengeResult =>
  CHALLENGE_RESULTS.some((result) => result === text)

export type ChallengeOutcome =
  | AttemptOutcome
  /** It was answered before, or its window has ended: nothing changed. */
  | { kind: 'not-open'; outcome: AttemptOutcome }
  | { kind: 'not-found' }

/**
 * Ends a 3-D Secure challenge (`gateway-api.md` 4.13): the charge is approved or declined now, with
 * its event. A payment that was paid by another card meanwhile is not charged again.
 */
export const concludeChallenge = async (
  sandbox: Sandbox,
  { transactionId, result }: { transactionId: string; result: ChallengeResult },
): Promise<ChallengeOutcome> => {
  const outcome = await sandbox.database.query
    .transaction()
    .execute(async (trx): Promise<ChallengeOutcome> => {
      const found = await lockTransaction(trx, { id: transactionId, environment: 'any' })
      if (!found) return { kind: 'not-found' }
      const { payment, transaction } = found
      const deadline = deadlineAhead(transaction, sandbox.clock.now())
      if (transaction.status !== 'pending' || !deadline) {
        return { kind: 'not-open', outcome: outcomeOf(sandbox, found) }
      }
      if (result === 'abandoned') return outcomeOf(sandbox, found)
      const isPayable = transitionOf(payment, 'charge_approved') !== undefined
      return concludeAttempt(trx, {
        sandbox,
        payment,
        transaction,
        answer:
          result === 'authenticated' && isPayable
            ? { kind: 'approved', isoResponseCode: '00' }
            : { kind: 'declined', isoResponseCode: result === 'failed' ? '1A' : '05' },
      })
    })
  sandbox.wake()
  return outcome
}
