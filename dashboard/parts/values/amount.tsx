import { moneyText } from '../../../src/domain/money-text.ts'
import { useLanguage } from '../../app/language.ts'

/** An unknown amount is a dash. */
export const Amount = ({ amount, currency }: { amount: string | null; currency: string }) => {
  const { language } = useLanguage()
  if (amount === null) return '—'
  return <span className="amount">{moneyText(amount, currency, language)}</span>
}
