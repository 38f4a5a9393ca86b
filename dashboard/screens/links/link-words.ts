import { moneyText } from '../../../src/domain/money-text.ts'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'

type PricedLink = Pick<
  Schemas['PaymentLink'],
  'amount' | 'min_amount' | 'max_amount' | 'currency' | 'paid' | 'paying' | 'left'
>

/** Formats a link's amount and its paid count in the reader's language. */
export const useLinkWords = () => {
  const { texts, format, language } = useLanguage()
  const words = texts.links
  return {
    amountOf: ({ amount, min_amount: least, max_amount: most, currency }: PricedLink): string => {
      const money = (decimal: string | null) => moneyText(decimal, currency, language)
      if (amount !== null) return money(amount)
      const bounds = least && most ? 'both' : least ? 'least' : most ? 'most' : 'none'
      return format(words.between, { bounds, least: money(least), most: money(most) })
    },
    placesOf: ({ paid, paying, left }: PricedLink): string =>
      [
        format(words.paid, { paid }),
        ...(paying > 0 ? [format(words.paying, { paying })] : []),
        ...(left === null ? [] : [format(words.left, { left })]),
      ].join(' · '),
  }
}
