import type { PaymentRow } from '../../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { minuteText } from '../../../domain/money-text.ts'
import type { Language } from '../../../locales/language.ts'
import type { OrderMessage } from '../../ports/storefront.ts'

/**
 * Describes the effective and the duplicate charges of an order paid twice, by amount, time and
 * gateway number.
 */
export const chargesInWords = (
  { order, charges }: Pick<OrderMessage, 'order' | 'charges'>,
  locale: Language,
): { effective: string; others: string } | undefined => {
  if (order.conflict !== 'paid_twice') return undefined
  const kept = charges.filter(({ state }) => state === 'paid' || state === 'partially_refunded')
  const effective = kept.find(({ id }) => id === order.current_payment_id)
  const others = kept.filter((charge) => charge !== effective)
  if (!effective || others.length === 0) return undefined
  const inWords = (charge: PaymentRow) => chargeInWords(charge, locale)
  return { effective: inWords(effective), others: others.map(inWords).join(', ') }
}

const chargeInWords = (payment: PaymentRow, locale: Language): string => {
  const total = moneyFromMinor(payment.total_minor ?? payment.amount_minor, payment.currency)
  const details = [
    ...timeInWords(payment, locale),
    ...(payment.gateway_payment_id === null ? [] : [String(payment.gateway_payment_id)]),
  ]
  const amount = `${formatMoney(total)} ${payment.currency}`
  return details.length > 0 ? `${amount} (${details.join(', ')})` : amount
}

const REPORTED = { es: 'avisado el', en: 'reported' } as const

/** Fallback without a charge time: the time of the event. */
const timeInWords = ({ paid_at, reported_at }: PaymentRow, locale: Language): string[] => {
  if (paid_at) return [minuteText(paid_at, locale)]
  return reported_at ? [`${REPORTED[locale]} ${minuteText(reported_at, locale)}`] : []
}
