import { lesserOf } from '../money.js'
import type { RefundAtPuente } from '../payments/charge.js'

const ENDED_WITHOUT_MONEY: ReadonlySet<string> = new Set(['failed', 'cancelled'])

/** Whether a refund gave money back or still will. */
export const countsAsRefund = ({ state }: RefundAtPuente): boolean =>
  !ENDED_WITHOUT_MONEY.has(state)

/** Whether a refund gave money back. */
export const isRefunded = ({ state }: RefundAtPuente): boolean => state === 'succeeded'

/**
 * What Medusa's books show of a refund. A void, and a refund of the whole charge, include the fee and
 * the tip, which the amount of a payment in Medusa does not.
 */
export const bookedAmount = ({ amount }: RefundAtPuente, paid: string): string =>
  lesserOf(amount, paid)
