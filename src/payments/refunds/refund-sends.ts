import type { RefundRow } from '../../db/db.ts'
import type { RefundSend } from '../../db/tables/refunds.ts'
import { changeRefund, type RefundWork } from './refund-work.ts'
import { unansweredSends } from './rules/repeat-refund.ts'

type Work = Pick<RefundWork, 'ctx'>

/**
 * Writes down that the gateway is about to be asked. `undefined`: the refund is over, or another try
 * has begun to ask.
 */
export const beginSend = (
  work: Work,
  refund: RefundRow,
  kind: RefundSend['kind'],
): Promise<RefundRow | undefined> => {
  const now = work.ctx.clock.now()
  return changeRefund(work, refund, ({ sends }) => ({
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
  { sends }: RefundRow,
  { requested_at }: RefundRow,
  answer: RefundSend['answer'],
): string =>
  JSON.stringify(
    sends.map((send) => (send.at === requested_at?.toISOString() ? { ...send, answer } : send)),
  )

/** The gateway answered with no: by this try it has not done it. */
export const endRefusedSend = (work: Work, refund: RefundRow): Promise<RefundRow | undefined> =>
  changeRefund(work, refund, (latest) => withSends(sendsAnswered(latest, refund, 'refused')))

/** Nothing came back that says whether the gateway has done it: readings begin anew. */
export const endUnansweredSend = (work: Work, refund: RefundRow): Promise<RefundRow | undefined> =>
  changeRefund(work, refund, (latest) => ({
    state: 'unknown',
    sends: sendsAnswered(latest, refund, 'none'),
    readings: '[]',
  }))

/** The gateway was provably not reached, or asked to be left alone: nothing was sent. */
export const forgetSend = (work: Work, refund: RefundRow): Promise<RefundRow | undefined> =>
  changeRefund(work, refund, ({ sends }) =>
    withSends(JSON.stringify(sends.filter(({ at }) => at !== refund.requested_at?.toISOString()))),
  )

const withSends = (sends: string): { state: 'unknown' | 'pending'; sends: string } => ({
  state: unansweredSends(JSON.parse(sends)).length > 0 ? 'unknown' : 'pending',
  sends,
})
