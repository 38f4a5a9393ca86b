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
 * Begins a send, after a check under the lock: a refund that may exist already waits for an
 * operator instead.
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
  // Refused sends prove nothing, and two weeks of tries would accumulate.
  sends: [
    ...sends.filter(({ answer }) => answer !== 'refused'),
    { at: now.toISOString(), kind, answer: null },
  ],
})

/** Records a 2xx, after which Puente never resends the refund. */
export const endAcceptedSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, (latest, { now }) => ({
    state: 'accepted',
    accepted_at: now,
    refusal: null,
    needs_attention: null,
    sends: sendsAnswered(latest, refund, 'accepted'),
  }))

/** Back to `pending`, or to `unknown` after an earlier unanswered send. */
export const endRefusedSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, (latest) => withSends(sendsAnswered(latest, refund, 'refused')))

/** Records a send without a conclusive response. Readings restart. */
export const endUnansweredSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, (latest, { now }) => ({
    state: 'unknown',
    sends: sendsAnswered(latest, refund, 'none', { given_up_at: now.toISOString() }),
    readings: [],
  }))

/** Drops a send that never reached the gateway or was rate limited. */
export const forgetSend = (work: RefundWork, refund: RefundRow): Promise<Step> =>
  transition(work, refund, ({ sends }) =>
    withSends(sends.filter(({ at }) => at !== refund.requested_at?.toISOString())),
  )

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
