import { currencyByCode } from '../../../src/domain/currencies.ts'
import { type Money, parseMoney } from '../../../src/domain/money.ts'
import type { MoneyBag } from '../graphql/operations/money-bag.ts'

/**
 * What the buyer sees and is charged. Shopify writes decimals without fixed scale (`12.5`, `0.0`).
 * `undefined`: no amount of a currency that we know.
 */
export const presentmentOf = ({ presentmentMoney }: MoneyBag): Money | undefined => {
  const currency = currencyByCode(presentmentMoney.currencyCode)
  const parsed = currency && parseMoney(presentmentMoney.amount, currency)
  return parsed?.ok ? parsed.money : undefined
}
