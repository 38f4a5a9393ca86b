import { currencyByCode } from '../../../src/domain/currencies.ts'
import { type Money, parseMoney } from '../../../src/domain/money.ts'
import type { MoneyBag } from '../graphql/operations/money-bag.ts'

/**
 * Parses the buyer's amount, a decimal without fixed scale (`12.5`, `0.0`). Returns `undefined` if
 * invalid.
 */
export const presentmentOf = ({ presentmentMoney }: MoneyBag): Money | undefined => {
  const currency = currencyByCode(presentmentMoney.currencyCode)
  const parsed = currency && parseMoney(presentmentMoney.amount, currency)
  return parsed?.ok ? parsed.money : undefined
}
