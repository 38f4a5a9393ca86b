import type { OrderMessage } from '../../src/payments/storefront.ts'
import { formatMoney, moneyFromMinor } from '../../src/platform/money.ts'

/** A void or a refund, as a message tells of it. */
export type Reversal = OrderMessage['reversals'][number]

export const isDone = ({ state }: Reversal): boolean => state === 'done'

/** Nothing was given back by it, and nothing will be. */
export const isNeverMade = ({ state }: Reversal): boolean =>
  state === 'withdrawn' || state === 'refused'

/** With its currency: `12.50 HNL`. */
export const amountText = ({ amount_minor, currency }: Reversal): string =>
  `${formatMoney(moneyFromMinor(amount_minor, currency))} ${currency}`
