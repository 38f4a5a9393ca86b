import type { Locale } from '../../ledger/tables/stores.ts'

const NUMBERS: Record<Locale, string> = { es: 'es-HN', en: 'en-HN' }

/** A decimal as people read it, `L 1,250.50`; `–` for none. */
export const moneyText = (decimal: string | null, currency: string, locale: Locale): string => {
  if (decimal === null) return '–'
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(NUMBERS[locale], style).format(decimal as Intl.StringNumericLiteral)
}

/** An instant as it is in Honduras, where the stores are. */
export const instantText = (instant: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(NUMBERS[locale], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'America/Tegucigalpa',
  }).format(instant)

/** A Honduras day, `YYYY-MM-DD`. */
export const dayText = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(NUMBERS[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
