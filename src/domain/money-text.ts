import { cachedFormats } from '../locales/cached-formats.ts'
import { type Language, REGIONS } from '../locales/language.ts'

/** Formats a decimal string exactly: `L 1,250.50`, or `–` for `null`. */
export const moneyText = (decimal: string | null, currency: string, language: Language): string => {
  if (decimal === null) return '–'
  return moneyFormat(currency, language, 'narrowSymbol').format(
    decimal as Intl.StringNumericLiteral,
  )
}

const moneyFormats = cachedFormats<Intl.NumberFormat>()

/** Returns a cached format for decimal strings, whose type needs a cast. */
export const moneyFormat = (
  currency: string,
  language: Language,
  currencyDisplay: 'narrowSymbol' | 'code',
): Intl.NumberFormat => {
  return moneyFormats(`${language} ${currency} ${currencyDisplay}`, () => {
    const style = { style: 'currency', currency, currencyDisplay } as const
    return new Intl.NumberFormat(REGIONS[language], style)
  })
}

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
