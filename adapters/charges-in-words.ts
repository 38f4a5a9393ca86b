import { minuteText } from '../src/domain/minute-text.ts'
import { formatMoney, type Money, moneyFromMinor } from '../src/domain/money.ts'
import { moneyText } from '../src/domain/money-text.ts'
import { formatList } from '../src/locales/format-list.ts'
import { formatMessage } from '../src/locales/format-message.ts'
import type { Language } from '../src/locales/language.ts'
import type { OrderMessage } from './adapter.ts'
import { COMMON_TEXTS } from './texts.ts'

type Charge = OrderMessage['charges'][number]

/** Formats an amount: `L 1,250.50`. */
export const moneyInNote = (money: Money, locale: Language): string =>
  moneyText(formatMoney(money), money.currency.code, locale)

/** Describes the charges of an order paid twice, by amount, time and gateway number. */
export const chargesInWords = (
  { order, charges }: OrderMessage,
  locale: Language,
): { effective: string; others: string } | undefined => {
  if (order.conflict !== 'paid_twice') return undefined
  const kept = charges.filter(({ state }) => state === 'paid' || state === 'partially_refunded')
  const effective = kept.find(({ id }) => id === order.current_payment_id)
  const others = kept.filter((charge) => charge !== effective)
  if (!effective || others.length === 0) return undefined
  const inWords = (charge: Charge) => chargeInWords(charge, locale)
  return { effective: inWords(effective), others: formatList(others.map(inWords), locale) }
}

const chargeInWords = (charge: Charge, locale: Language): string => {
  const total = moneyFromMinor(charge.total_minor ?? charge.amount_minor, charge.currency)
  const details = [timeInWords(charge, locale), charge.gateway_payment_id?.toString()]
  const known = details.filter((detail) => detail !== undefined)
  const amount = moneyInNote(total, locale)
  return known.length > 0 ? `${amount} (${known.join(', ')})` : amount
}

/** Falls back to the time of the event. */
const timeInWords = ({ paid_at, reported_at }: Charge, locale: Language): string | undefined => {
  if (paid_at) return minuteText(paid_at, locale)
  if (!reported_at) return undefined
  return formatMessage(
    COMMON_TEXTS[locale].notes.reported,
    { at: minuteText(reported_at, locale) },
    locale,
  )
}
