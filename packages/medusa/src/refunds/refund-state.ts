import type { RefundAtPuente } from '../payments/charge.js'

const ENDED_WITHOUT_MONEY: ReadonlySet<string> = new Set(['failed', 'cancelled'])

/** Whether a refund gave money back or still will. */
export const countsAsRefund = ({ state }: RefundAtPuente): boolean =>
  !ENDED_WITHOUT_MONEY.has(state)

/** Whether a refund gave money back. */
export const isRefunded = ({ state }: RefundAtPuente): boolean => state === 'succeeded'
