import { formatMoney, moneyFromMinor } from '../../src/domain/money.ts'
import type { OrderMessage } from '../adapter.ts'

export type Refund = OrderMessage['refunds'][number]

export const isDone = ({ state }: Refund): boolean => state === 'succeeded'

/** True if it moved no money and never will. */
export const isNeverMade = ({ state }: Refund): boolean =>
  state === 'cancelled' || state === 'failed'

/** Formats the amount as `12.50 HNL`. */
export const amountText = ({ amount_minor, currency }: Refund): string =>
  `${formatMoney(moneyFromMinor(amount_minor, currency))} ${currency}`
