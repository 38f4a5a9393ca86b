import type { OrderRow } from '../../../../db/db.ts'
import type { Money } from '../../../../domain/money.ts'

export const isAmountOf = (
  { amount_minor, currency }: Pick<OrderRow, 'amount_minor' | 'currency'>,
  amount: Money,
): boolean => amount_minor === amount.minor && currency === amount.currency.code
