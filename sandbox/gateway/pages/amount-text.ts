import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import { moneyFormat } from '../../../src/domain/money-text.ts'
import type { Language } from '../../../src/locales/language.ts'

/** Formats `L 125.50`, but `USD 125.50` for other currencies, since several share a symbol. */
export const checkoutAmountText = (
  minor: bigint,
  { currency_code }: { currency_code: string },
  language: Language,
): string => {
  const decimal = formatMoney(moneyFromMinor(minor, currency_code))
  const display = currency_code === 'HNL' ? 'narrowSymbol' : 'code'
  return moneyFormat(currency_code, language, display).format(decimal as Intl.StringNumericLiteral)
}
