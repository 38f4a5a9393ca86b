import { cachedFormats } from '../locales/cached-formats.ts'
import { type Language, REGIONS } from '../locales/language.ts'

type CurrencyDisplay = 'narrowSymbol' | 'code'

/** Formats a decimal string exactly: `L 1,250.50`, or `–` for `null`. */
export const moneyText = (
  decimal: string | null,
  currency: string,
  language: Language,
  currencyDisplay: CurrencyDisplay = 'narrowSymbol',
): string => {
  if (decimal === null) return '–'
  const digits = decimal.split('.')[1]?.length ?? 0
  const format = moneyFormats(`${language} ${currency} ${currencyDisplay} ${digits}`, () => {
    const style = { style: 'currency', currency, currencyDisplay } as const
    const usual = new Intl.NumberFormat(REGIONS[language], style)
    const shown = usual.resolvedOptions().maximumFractionDigits ?? 0
    if (digits <= shown) return usual
    // Node rounds some currencies to fewer digits than ISO 4217 gives them.
    const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return new Intl.NumberFormat(REGIONS[language], { ...style, ...exact })
  })
  return format.format(decimal as Intl.StringNumericLiteral)
}

const moneyFormats = cachedFormats<Intl.NumberFormat>()

/** Symbols that several currencies share. */
const SHARED_SYMBOL = /[$£¥]|kr/

/**
 * Formats money within a sentence: `L 1,250.50`, and `$1,250.50 USD` where the symbol alone does not
 * name the currency.
 */
export const moneyInWords = (decimal: string, currency: string, language: Language): string => {
  const text = moneyText(decimal, currency, language)
  return SHARED_SYMBOL.test(text) ? `${text} ${currency}` : text
}
