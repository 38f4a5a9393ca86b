import type { RefundState } from '../../../db/tables/refunds.ts'

interface InState {
  state: RefundState
}

/** It has come to its end: nothing more is done about it. */
export const isOver = ({ state }: InState): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled'

/** The gateway was asked for it: it may have done it, or has said that it did. */
export const isAsked = ({ state }: InState): boolean =>
  state === 'requested' || state === 'unknown' || state === 'accepted'
