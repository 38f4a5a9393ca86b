import { formatMoney, moneyFromMinor } from '../../src/domain/money.ts'
import type { OrderMessage } from '../adapter.ts'

/** A void or a refund, as a message tells of it. */
export type Refund = OrderMessage['refunds'][number]

export const isDone = ({ state }: Refund): boolean => state === 'succeeded'

/** Nothing was refunded by it, and nothing will be. */
export const isNeverMade = ({ state }: Refund): boolean =>
  state === 'cancelled' || state === 'failed'

/** With its currency: `12.50 HNL`. */
export const amountText = ({ amount_minor, currency }: Refund): string =>
  `${formatMoney(moneyFromMinor(amount_minor, currency))} ${currency}`
