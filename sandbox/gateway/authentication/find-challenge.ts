import { type AttemptOutcome, outcomeOf } from '../charges/attempt.ts'
import type { Sandbox } from '../context.ts'
import { findWithPayment } from '../database/transactions.ts'
import type { HttpRequest } from '../http/request.ts'
import { deadlineAhead, isSignedVisit } from '../payments/challenge/authentication-url.ts'
import { transitionOf } from '../payments/states.ts'

export type Challenge =
  | { kind: 'forbidden' }
  /** Valid signature, unknown transaction, as after a reset. */
  | { kind: 'not-found' }
  | { kind: 'expired'; outcome: AttemptOutcome }
  | { kind: 'answered'; outcome: AttemptOutcome }
  /** Unanswered, but another card paid or the payment ended. */
  | { kind: 'superseded'; outcome: AttemptOutcome }
  | { kind: 'open'; outcome: AttemptOutcome; deadline: Date }

export const findChallenge = async (
  sandbox: Sandbox,
  { params, query: signed }: Pick<HttpRequest, 'params' | 'query'>,
): Promise<Challenge> => {
  const id = params.id ?? ''
  if (!isSignedVisit(sandbox, { id, query: signed })) return { kind: 'forbidden' }
  const found = await findWithPayment(sandbox.database.query, { id, environment: 'any' })
  if (!found) return { kind: 'not-found' }
  const outcome = outcomeOf(sandbox, found)
  const deadline = deadlineAhead(found.transaction, sandbox.clock.now())
  if (!deadline) return { kind: 'expired', outcome }
  if (outcome.kind !== 'pending') return { kind: 'answered', outcome }
  return transitionOf(found.payment, 'charge_approved')
    ? { kind: 'open', outcome, deadline }
    : { kind: 'superseded', outcome }
}
