import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import type { Language } from '../language.ts'

const LOCALES: Record<Language, string> = { es: 'es-HN', en: 'en-US' }

/** To make one takes far longer than to use it. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currencyCode: string, language: Language): Intl.NumberFormat => {
  const key = `${language} ${currencyCode}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: currencyCode === 'HNL' ? 'narrowSymbol' : 'code',
  })
  formats.set(key, format)
  return format
}

/**
 * An amount as a customer reads it: `L 125.50`, and `USD 125.50` for every other currency, whose
 * symbol several could share.
 */
export const amountText = (
  minor: bigint,
  { currencyCode, language }: { currencyCode: string; language: Language },
): string => {
  const money = moneyFromMinor(minor, currencyCode)
  const format = formatOf(currencyCode, language)
  // Intl takes decimal strings exactly; its type asks for proof that this is one.
  return format.format(formatMoney(money) as Intl.StringNumericLiteral)
}
