import type { RefundSend, RefundState } from '../../../db/tables/refunds.ts'

/**
 * The states of a refund. One refund of an order is under way at a time.
 *
 *     pending ──────► requested ──────► accepted ──────► succeeded
 *      ▲  │            │     │             (2xx)      ▲     (the payment shows it)
 *      │  │            │     └──────► unknown ────────┤
 *      │  │            │           (no answer)        │
 *      │  │            │  ▲            │              │
 *      │  │            ▼  │            ▼              │
 *      └──┼────────  waiting        a person ─────────┘
 *         │       (not yet, or a       │
 *         │        person corrects)    │
 *         ▼            ▼               ▼
 *      cancelled    failed          cancelled, a day later at the earliest
 *
 * `requested`, `unknown` and `accepted` mean that the gateway may have made it: nothing but what the
 * payment shows ends these. What was accepted is never sent again.
 */
interface InState {
  state: RefundState
}

/** It has come to its end: nothing more is done about it. */
export const isOver = ({ state }: InState): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled'

/** The gateway was asked for it: it may have done it, or has said that it did. */
export const isAsked = ({ state }: InState): boolean =>
  state === 'requested' || state === 'unknown' || state === 'accepted'

/** Sends without a conclusive answer from the gateway. */
export const unansweredSends = (sends: readonly RefundSend[]): RefundSend[] =>
  sends.filter(({ answer }) => answer === 'none' || answer === null)
