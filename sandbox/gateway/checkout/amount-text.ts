import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import type { SandboxLanguage } from '../language.ts'

const LOCALES: Record<SandboxLanguage, string> = { es: 'es-HN', en: 'en-US' }

/** Constructing a format is far slower than using it. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currencyCode: string, language: SandboxLanguage): Intl.NumberFormat => {
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

/** Formats `L 125.50`, but `USD 125.50` for other currencies, since several share a symbol. */
export const checkoutAmountText = (
  minor: bigint,
  { currencyCode, language }: { currencyCode: string; language: SandboxLanguage },
): string => {
  const money = moneyFromMinor(minor, currencyCode)
  const format = formatOf(currencyCode, language)
  // `Intl` formats decimal strings exactly; only its type needs a cast.
  return format.format(formatMoney(money) as Intl.StringNumericLiteral)
}
