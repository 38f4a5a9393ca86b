import { z } from 'zod'
import type { Sandbox } from '../context.ts'
import { json, type Reply } from '../http/reply.ts'
import { CHALLENGE_RESULTS, concludeChallenge } from '../payments/challenge/conclude-challenge.ts'
import { attemptObject, rejectField } from './pay.ts'

export const challengeInput = z.strictObject({ outcome: z.enum(CHALLENGE_RESULTS) })

/** `POST /sandbox/challenges/{transaction_id}` */
export const answerChallenge = async (
  sandbox: Sandbox,
  { transactionId, outcome: result }: { transactionId: string } & z.output<typeof challengeInput>,
): Promise<Reply> => {
  const outcome = await concludeChallenge(sandbox, { transactionId, result })
  switch (outcome.kind) {
    case 'not-found':
      return json(404, { message: 'There is no such transaction.' })
    case 'not-open':
      return rejectField(
        'transaction_id',
        `The transaction has no open challenge (any more): it is ${outcome.outcome.kind}.`,
      )
    default:
      return json(200, attemptObject(outcome))
  }
}
