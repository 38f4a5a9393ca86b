import type { RefundRow } from '../../db/db.ts'
import type { RefundDoubt, RefundSend } from '../../db/tables/refunds.ts'
import type { RefundChanges } from '../../db/write-changes.ts'
import { closing } from '../alerts/alerts.ts'
import { aboutHeld, changeAlerts } from '../orders/change-held.ts'
import { doubtBeforeSend } from '../orders/doubtful-refund.ts'
import { unansweredSends } from '../orders/rules/refund-states.ts'
import { waitForAnswer } from './refund-in-doubt.ts'
import { type RefundWork, type Step, transition } from './refund-work.ts'

/**
 * Begins a send: requested. First judges the refund under the lock by all known facts of its payment; a
 * refund that may already have been made waits for a person instead.
 */
export const beginSend = async (
  work: RefundWork,
  refund: RefundRow,
  kind: RefundSend['kind'],
): Promise<Step> => {
  let doubt: RefundDoubt | undefined
  return transition(
    work,
    refund,
    (latest, held) => {
      doubt = doubtBeforeSend(held, latest, work.reading)
      return doubt ? {} : requested(latest, { kind, now: held.now })
    },
    (held, latest) => {
      if (doubt) return waitForAnswer(held, latest, doubt)
      if (refund.needs_attention) {
        changeAlerts(held, closing(aboutHeld(held, 'refund_not_shown', refund.id)))
      }
      return undefined
    },
  )
}

const requested = (
  { sends }: RefundRow,
  { kind, now }: { kind: RefundSend['kind']; now: Date },
): RefundChanges => ({
  kind,
  state: 'requested',
  needs_attention: null,
  requested_at: now,
  // Refused sends prove nothing any more, and two weeks of tries would accumulate.
  sends: [
    ...sends.filter(({ answer }) => answer !== 'refused'),
    { at: now.toISOString(), kind, answer: null },
  ],
})

/** The gateway answered 2xx: accepted. From then on it is never asked for again, whatever it shows. */
export const endAcceptedSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, (latest, { now }) => ({
    state: 'accepted',
    accepted_at: now,
    refusal: null,
    needs_attention: null,
    sends: sendsAnswered(latest, refund, 'accepted'),
  }))

/** The gateway answered with no: by this try it has not made it. Pending again, or unknown as before. */
export const endRefusedSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, (latest) => withSends(sendsAnswered(latest, refund, 'refused')))

/** Nothing came back that says whether the gateway has made it: unknown. Readings begin anew. */
export const endUnansweredSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, (latest, { now }) => ({
    state: 'unknown',
    sends: sendsAnswered(latest, refund, 'none', { given_up_at: now.toISOString() }),
    readings: [],
  }))

/** The gateway was provably not reached, or asked to be left alone: nothing was sent. */
export const forgetSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, ({ sends }) =>
    withSends(sends.filter(({ at }) => at !== refund.requested_at?.toISOString())),
  )

/** The sends of a refund, with what was answered to the one of this try. */
const sendsAnswered = (
  { sends }: RefundRow,
  { requested_at }: RefundRow,
  answer: RefundSend['answer'],
  more: Pick<RefundSend, 'given_up_at'> = {},
): RefundSend[] =>
  sends.map((send) =>
    send.at === requested_at?.toISOString() ? { ...send, answer, ...more } : send,
  )

const withSends = (sends: RefundSend[]): { state: 'unknown' | 'pending'; sends: RefundSend[] } => ({
  state: unansweredSends(sends).length > 0 ? 'unknown' : 'pending',
  sends,
})
