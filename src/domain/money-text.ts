/** The languages that Puente's people read; of `stores.locale`, and of `Accept-Language`. */
type Language = 'es' | 'en'

const NUMBERS: Record<Language, string> = { es: 'es-HN', en: 'en-HN' }

/** A decimal as people read it, `L 1,250.50`; `–` for none. Intl takes the decimal exactly. */
export const moneyText = (decimal: string | null, currency: string, language: Language): string => {
  if (decimal === null) return '–'
  return formatOf(currency, language).format(decimal as Intl.StringNumericLiteral)
}

/** Making one costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string, language: Language): Intl.NumberFormat => {
  const key = `${language} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const format = new Intl.NumberFormat(NUMBERS[language], style)
  formats.set(key, format)
  return format
}

/**
 * The same within a sentence, `L 1,250.50 HNL`: a sign such as `$` is that of many currencies, and
 * nothing beside it says which.
 */
export const moneyInWords = (decimal: string, currency: string, language: Language): string => {
  const text = moneyText(decimal, currency, language)
  return text.includes(currency) ? text : `${text} ${currency}`
}

const HONDURAS_TIME: Record<Language, string> = { es: 'hora de Honduras', en: 'Honduras time' }

/**
 * An instant as it is in Honduras, where the stores are, to the minute: `Nov 22, 2026, 4:05 PM
 * Honduras time`. It names the zone, because nobody knows where a sentence is read.
 */
export const minuteText = (instant: Date, language: Language): string => {
  const format = new Intl.DateTimeFormat(NUMBERS[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'America/Tegucigalpa',
  })
  return `${format.format(instant)} ${HONDURAS_TIME[language]}`
}
