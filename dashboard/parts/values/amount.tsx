import { type Language, REGIONS } from '../../../src/locales/language.ts'
import { useLanguage } from '../../app/language.ts'

/** Formats `L 1,234.50` from the decimal string, without a float. */
export const amountText = (amount: string, currency: string, language: Language): string =>
  new Intl.NumberFormat(REGIONS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as Intl.StringNumericLiteral)

/** An unknown amount is a dash. */
export const Amount = ({ amount, currency }: { amount: string | null; currency: string }) => {
  const { language } = useLanguage()
  if (amount === null) return '—'
  return <span className="amount">{amountText(amount, currency, language)}</span>
}
