import { type AttemptOutcome, concludeAttempt, outcomeOf } from '../../charges/attempt.ts'
import type { Sandbox } from '../../context.ts'
import { commitAndWake } from '../../database/commit.ts'
import { lockTransaction } from '../../database/transactions.ts'
import { transitionOf } from '../states.ts'
import { deadlineAhead } from './authentication-url.ts'

/** `abandoned` leaves it open until its deadline. */
export type ChallengeResult = (typeof CHALLENGE_RESULTS)[number]

export const CHALLENGE_RESULTS = ['authenticated', 'failed', 'abandoned'] as const

export const isChallengeResult = (text: string | undefined): text is ChallengeResult =>
  CHALLENGE_RESULTS.some((result) => result === text)

export type ChallengeOutcome =
  | AttemptOutcome
  /** Already answered or expired; no-op. */
  | { kind: 'not-open'; outcome: AttemptOutcome }
  | { kind: 'not-found' }

/**
 * Approves or declines the charge and records its event (4.13). Declines if another card has paid.
 */
export const concludeChallenge = async (
  sandbox: Sandbox,
  { transactionId, result }: { transactionId: string; result: ChallengeResult },
): Promise<ChallengeOutcome> =>
  commitAndWake(sandbox, async (trx): Promise<ChallengeOutcome> => {
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
