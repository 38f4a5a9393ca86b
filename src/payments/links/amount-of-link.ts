import type { PaymentLinkRow } from '../../db/db.ts'
import { splitCurrencyMark } from '../../domain/currency-marks.ts'
import { formatMinor, type Money, moneyFromMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import { formatMessage } from '../../locales/format-message.ts'
import { inEachLanguage, type Localized } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'

type Link = Pick<PaymentLinkRow, 'amount_minor' | 'min_minor' | 'max_minor' | 'currency'>

export type LinkAmount = { ok: true; money: Money } | { ok: false; message: Localized }

/**
 * Returns what a customer pays at a link: its own amount whatever the customer sent, or what the
 * customer typed, within its bounds.
 */
export const amountOfLink = (
  { amount_minor, min_minor, max_minor, currency: code }: Link,
  typed: string,
): LinkAmount => {
  if (amount_minor !== null) return { ok: true, money: moneyFromMinor(amount_minor, code) }
  if (typed.trim() === '') return refusal('amountMissing')
  const { amount, currency: marked = code } = splitCurrencyMark(typed)
  if (marked !== code) return refusal('otherCurrency', 0n, code)
  const read = readPositiveAmount(amount, moneyFromMinor(0n, code).currency)
  if (!read.ok) return read
  const { minor } = read.money
  if (min_minor !== null && minor < min_minor) return refusal('amountBelow', min_minor, code)
  if (max_minor !== null && minor > max_minor) return refusal('amountAbove', max_minor, code)
  return read
}

const refusal = (
  name: 'amountMissing' | 'amountBelow' | 'amountAbove' | 'otherCurrency',
  bound = 0n,
  code = 'HNL',
): LinkAmount => ({
  ok: false,
  message: inEachLanguage((language) => {
    const amount = moneyInWords(formatMinor(bound, code), code, language)
    const values = { least: amount, most: amount, currency: code }
    return formatMessage(TEXTS[language].paymentLinks.problems[name], values, language)
  }),
})
