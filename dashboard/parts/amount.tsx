import { type Language, useLanguage } from '../app/language.tsx'

const LOCALES: Record<Language, string> = { es: 'es-HN', en: 'en-US' }

/** `L 1,234.50`. The digits are those of the decimal string: no float is made of them. */
export const amountText = (amount: string, currency: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as Intl.StringNumericLiteral)

export const Amount = ({ amount, currency }: { amount: string; currency: string }) => {
  const { language } = useLanguage()
  return <span className="amount">{amountText(amount, currency, language)}</span>
}
