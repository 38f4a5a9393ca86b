import type { PaymentRow } from '../db/db.ts'
import { minuteText } from '../domain/minute-text.ts'
import { formatMinor } from '../domain/money.ts'
import { formatMessage, type MessageValues } from '../locales/format-message.ts'
import type { Language } from '../locales/language.ts'
import { TEXTS } from '../locales/texts.ts'

/** Distinguishes a charge from the order's others; amounts are decimal strings. */
export interface ChargeToName {
  id?: string | undefined
  amount?: string | undefined
  currency?: string | undefined
  /** 1 for the first attempt. */
  attempt?: number | undefined
  paidAt?: Date | undefined
  /** Time of the gateway event, for a charge without its own time. */
  reportedAt?: Date | undefined
  /** Number in the gateway's portal. */
  gatewayPaymentId?: string | undefined
  transactionId?: string | undefined
}

/** Returns a payment's facts; the amount includes fees and tips. */
export const chargeOfPayment = (payment: PaymentRow): ChargeToName => ({
  id: payment.id,
  amount: formatMinor(payment.total_minor ?? payment.amount_minor, payment.currency),
  currency: payment.currency,
  attempt: payment.attempt,
  paidAt: payment.paid_at ?? undefined,
  reportedAt: payment.reported_at ?? undefined,
  gatewayPaymentId: payment.gateway_payment_id?.toString(),
  transactionId: payment.transaction_id ?? undefined,
})

/**
 * Renders `attempt 2 (paid Nov 22, 2026, 4:05 PM Honduras time, payment 72 at the gateway)`.
 * `forPortal` adds the transaction id.
 */
export const chargeInWords = (
  charge: ChargeToName,
  locale: Language,
  { forPortal = false }: { forPortal?: boolean } = {},
): string => {
  const texts = TEXTS[locale].charges
  const format = (message: string, values: MessageValues) => formatMessage(message, values, locale)
  const { attempt, paidAt, reportedAt, gatewayPaymentId, transactionId } = charge
  const name = attempt === undefined ? texts.unknown : format(texts.attempt, { number: attempt })
  const marks = [
    ...(paidAt ? [format(texts.paid, { at: minuteText(paidAt, locale) })] : []),
    ...(!paidAt && reportedAt
      ? [format(texts.reported, { at: minuteText(reportedAt, locale) })]
      : []),
    ...(gatewayPaymentId ? [format(texts.atGateway, { id: gatewayPaymentId })] : []),
    ...(forPortal && transactionId ? [format(texts.transaction, { id: transactionId })] : []),
  ]
  return marks.length > 0 ? `${name} (${marks.join(', ')})` : name
}

/** Renders a charge after an amount; Spanish contracts *de* and *el*. */
export const chargeAfterAmount = (
  charge: ChargeToName,
  locale: Language,
  options: { forPortal?: boolean } = {},
): string => {
  const words = chargeInWords(charge, locale, options)
  return formatMessage(TEXTS[locale].charges.afterAmount, { charge: words }, locale)
}
