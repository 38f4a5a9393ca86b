import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import type { OrderMessage } from '../../adapter.ts'

export type RefundOfMessage = OrderMessage['refunds'][number]

export const isDone = ({ state }: RefundOfMessage): boolean => state === 'succeeded'

/** True if it moved no money and never will. */
export const hasFailed = ({ state }: RefundOfMessage): boolean =>
  state === 'cancelled' || state === 'failed'

/** Formats the amount as `12.50 HNL`. */
export const refundAmountText = ({ amount_minor, currency }: RefundOfMessage): string =>
  `${formatMoney(moneyFromMinor(amount_minor, currency))} ${currency}`
