import type { RefundRow } from '../../db/db.ts'
import type { RefundRefusal } from '../../db/tables/refunds.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { openRefundAlert } from '../orders/refund-details.ts'
import { failedAtGateway, type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { mayBeDone, type RefundWork } from './refund-work.ts'
import { wait } from './wait.ts'

const HOUR_MS = 60 * 60_000

const REFUSALS = {
  unauthorized: { code: 'key_refused', words: 'the gateway does not accept the key for this' },
  'not-found': {
    code: 'not_found_at_gateway',
    words: 'the gateway does not know the payment by this key',
  },
  refused: { code: 'unreadable_at_gateway', words: 'the gateway refuses to show the payment' },
} as const satisfies Record<string, { code: RefundRefusal['code']; words: string }>

/**
 * Waits for an operator to correct a key that is invalid, lacks a right or does not know the
 * payment (5, 7). An uncertain refund stays uncertain.
 */
export const waitForPerson = async (
  work: RefundWork,
  refund: RefundRow,
  failure: Failure,
): Promise<TaskOutcome> => {
  if (failure.outcome === 'unreachable') return failedAtGateway(failure)
  const { code, words } = REFUSALS[failure.outcome]
  return waitFor(work, refund, { code, words: [words] })
}

/** A void or refund needs the transaction id (4.5). */
export const waitForTransaction = (work: RefundWork, refund: RefundRow): Promise<TaskOutcome> =>
  waitFor(work, refund, {
    code: 'transaction_not_shown',
    words: ['the gateway has shown no transaction of this payment'],
  })

const waitFor = (
  work: RefundWork,
  refund: RefundRow,
  refusal: RefundRefusal,
): Promise<TaskOutcome> => {
  const { words } = refusal
  const state = refund.accepted_at ? 'accepted' : mayBeDone(refund) ? 'unknown' : 'waiting'
  const kind = state === 'waiting' ? 'refund_not_accepted_yet' : 'refund_not_shown'
  return wait(work, refund, { state, refusal }, (held, waiting) => {
    openRefundAlert(held, waiting, { kind, words })
    return tryAgain(words.join(' '), HOUR_MS)
  })
}
