import type { RefundSend, RefundState } from '../../../../db/tables/refunds.ts'

/**
 * States of a refund. An order has one open refund at a time.
 *
 *     pending   → requested; waiting (not yet, or an operator corrects); failed; cancelled
 *     waiting   → requested; failed; cancelled
 *     requested → accepted (2xx); unknown (no answer); pending (refused or not sent)
 *     accepted  → succeeded (the payment shows it); cancelled (after a day)
 *     unknown   → succeeded; requested (one retry, or an operator decides); cancelled
 *
 * The gateway may have made a `requested`, `unknown` or `accepted` refund: only a reading of the
 * payment proves it. Puente never resends an accepted refund.
 */
interface InState {
  state: RefundState
}

export const isOver = ({ state }: InState): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled'

/**
 * Reports whether the gateway may have made the refund: a request is in flight, unanswered or
 * accepted.
 */
export const mayBeAtGateway = ({ state }: InState): boolean =>
  state === 'requested' || state === 'unknown' || state === 'accepted'

export const unansweredSends = (sends: readonly RefundSend[]): RefundSend[] =>
  sends.filter(({ answer }) => answer === 'none' || answer === null)
