import { type DashboardLanguage, useLanguage } from '../../app/language.tsx'

const LOCALES: Record<DashboardLanguage, string> = { es: 'es-HN', en: 'en-US' }

/** Formats `L 1,234.50` from the decimal string, without a float. */
export const amountText = (amount: string, currency: string, language: DashboardLanguage): string =>
  new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as Intl.StringNumericLiteral)

export const Amount = ({ amount, currency }: { amount: string; currency: string }) => {
  const { language } = useLanguage()
  return <span className="amount">{amountText(amount, currency, language)}</span>
}
