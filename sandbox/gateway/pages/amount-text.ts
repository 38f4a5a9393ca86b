import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import { type Language, REGIONS } from '../../../src/locales/language.ts'

/** Constructing a format is far slower than using it. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string, language: Language): Intl.NumberFormat => {
  const key = `${language} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const currencyDisplay = currency === 'HNL' ? 'narrowSymbol' : 'code'
  const style = { style: 'currency', currency, currencyDisplay } as const
  const format = new Intl.NumberFormat(REGIONS[language], style)
  formats.set(key, format)
  return format
}

/** Formats `L 125.50`, but `USD 125.50` for other currencies, since several share a symbol. */
export const checkoutAmountText = (
  minor: bigint,
  { currency_code }: { currency_code: string },
  language: Language,
): string => {
  const decimal = formatMoney(moneyFromMinor(minor, currency_code))
  // `Intl` formats decimal strings exactly; only its type needs a cast.
  return formatOf(currency_code, language).format(decimal as Intl.StringNumericLiteral)
}
