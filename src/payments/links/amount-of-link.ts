import type { PaymentLinkRow } from '../../db/db.ts'
import { formatMinor, type Money, moneyFromMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { splitCurrencyMark } from '../../domain/requests/currency-marks.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import { formatMessage } from '../../locales/format-message.ts'
import { inEachLanguage, type Localized } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'

type Link = Pick<PaymentLinkRow, 'amount_minor' | 'min_minor' | 'max_minor' | 'currency'>

type LinkAmount = { ok: true; money: Money } | { ok: false; message: Localized }

/**
 * Returns the amount that a customer pays at a link: the fixed amount, if the page showed the same,
 * or the customer's input within the bounds.
 */
export const amountOfLink = (
  { amount_minor, min_minor, max_minor, currency: code }: Link,
  { typed, shownMinor }: { typed: string; shownMinor: bigint | undefined },
): LinkAmount => {
  if (amount_minor !== null) {
    if (shownMinor !== amount_minor) return refusal('amountChanged', amount_minor, code)
    return { ok: true, money: moneyFromMinor(amount_minor, code) }
  }
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
  name: 'amountMissing' | 'amountChanged' | 'amountBelow' | 'amountAbove' | 'otherCurrency',
  bound = 0n,
  code = 'HNL',
): LinkAmount => ({
  ok: false,
  message: inEachLanguage((language) => {
    const amount = moneyInWords(formatMinor(bound, code), code, language)
    const values = { amount, least: amount, most: amount, currency: code }
    return formatMessage(TEXTS[language].paymentLinks.problems[name], values, language)
  }),
})
