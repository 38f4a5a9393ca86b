import type { ReversalRow } from '../ledger/ledger.ts'
import type { RefundSend } from '../ledger/tables/refunds.ts'
import { changeReversal, type ReversalWork } from './reversal-work.ts'
import { unansweredSends } from './rules/repeat-refund.ts'

type Work = Pick<ReversalWork, 'ctx'>

/**
 * Writes down that the gateway is about to be asked. `undefined`: the refund is over, or another try
 * has begun to ask.
 */
export const beginSend = (
  work: Work,
  reversal: ReversalRow,
  kind: RefundSend['kind'],
): Promise<ReversalRow | undefined> => {
  const now = work.ctx.clock.now()
  return changeReversal(work, reversal, ({ sends }) => ({
    kind,
    state: 'requested',
    requested_at: now,
    // What was refused before says nothing any more, and would grow with every try of two weeks.
    sends: JSON.stringify([
      ...sends.filter(({ answer }) => answer !== 'refused'),
      { at: now.toISOString(), kind, answer: null } satisfies RefundSend,
    ]),
  }))
}

/** The sends of a refund, with what was answered to the one of this try. */
export const sendsAnswered = (
  { sends }: ReversalRow,
  { requested_at }: ReversalRow,
  answer: RefundSend['answer'],
): string =>
  JSON.stringify(
    sends.map((send) => (send.at === requested_at?.toISOString() ? { ...send, answer } : send)),
  )

/** The gateway answered with no: by this try it has not done it. */
export const endRefusedSend = (
  work: Work,
  reversal: ReversalRow,
): Promise<ReversalRow | undefined> =>
  changeReversal(work, reversal, (latest) => withSends(sendsAnswered(latest, reversal, 'refused')))

/** Nothing came back that says whether the gateway has done it: readings begin anew. */
export const endUnansweredSend = (
  work: Work,
  reversal: ReversalRow,
): Promise<ReversalRow | undefined> =>
  changeReversal(work, reversal, (latest) => ({
    state: 'unknown',
    sends: sendsAnswered(latest, reversal, 'none'),
    readings: '[]',
  }))

/** The gateway was provably not reached, or asked to be left alone: nothing was sent. */
export const forgetSend = (work: Work, reversal: ReversalRow): Promise<ReversalRow | undefined> =>
  changeReversal(work, reversal, ({ sends }) =>
    withSends(
      JSON.stringify(sends.filter(({ at }) => at !== reversal.requested_at?.toISOString())),
    ),
  )

const withSends = (sends: string): { state: 'unknown' | 'intended'; sends: string } => ({
  state: unansweredSends(JSON.parse(sends)).length > 0 ? 'unknown' : 'intended',
  sends,
})
