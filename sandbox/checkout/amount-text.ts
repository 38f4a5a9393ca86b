import { formatMoney, moneyFromMinor } from '../../src/platform/money.ts'
import type { Language } from '../language.ts'

const LOCALES: Record<Language, string> = { es: 'es-HN', en: 'en-US' }

/** An amount as a customer reads it, with symbol and code: `L 125.50 HNL`. */
export const amountText = (
  minor: bigint,
  { currencyCode, language }: { currencyCode: string; language: Language },
): string => {
  const money = moneyFromMinor(minor, currencyCode)
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'narrowSymbol',
  })
  // Intl takes decimal strings exactly; its type asks for proof that this is one.
  return `${format.format(formatMoney(money) as Intl.StringNumericLiteral)} ${currencyCode}`
}
