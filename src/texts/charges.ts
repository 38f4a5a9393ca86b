import type { PaymentRow } from '../db/db.ts'
import type { Locale } from '../db/tables/stores.ts'
import { formatMoney, moneyFromMinor } from '../domain/money.ts'
import { minuteText } from '../domain/money-text.ts'

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
  amount: formatMoney(
    moneyFromMinor(payment.total_minor ?? payment.amount_minor, payment.currency),
  ),
  currency: payment.currency,
  attempt: payment.attempt,
  paidAt: payment.paid_at ?? undefined,
  reportedAt: payment.reported_at ?? undefined,
  gatewayPaymentId: payment.gateway_payment_id?.toString(),
  transactionId: payment.transaction_id ?? undefined,
})

const WORDS = {
  es: {
    attempt: (number: number) => `el intento ${number}`,
    paid: (at: string) => `pagado el ${at}`,
    reported: (at: string) => `avisado por la pasarela el ${at}`,
    atGateway: (id: string) => `pago ${id} de la pasarela`,
    transaction: (id: string) => `transacción ${id}`,
    unknown: 'el pago',
  },
  en: {
    attempt: (number: number) => `attempt ${number}`,
    paid: (at: string) => `paid ${at}`,
    reported: (at: string) => `reported by the gateway ${at}`,
    atGateway: (id: string) => `payment ${id} at the gateway`,
    transaction: (id: string) => `transaction ${id}`,
    unknown: 'the payment',
  },
} as const

/**
 * Renders `attempt 2 (paid Nov 22, 2026, 4:05 PM Honduras time, payment 72 at the gateway)`.
 * `forPortal` adds the transaction id.
 */
export const chargeInWords = (
  charge: ChargeToName,
  locale: Locale,
  { forPortal = false }: { forPortal?: boolean } = {},
): string => {
  const words = WORDS[locale]
  const { attempt, paidAt, reportedAt, gatewayPaymentId, transactionId } = charge
  const name = attempt === undefined ? words.unknown : words.attempt(attempt)
  const marks = [
    ...(paidAt ? [words.paid(minuteText(paidAt, locale))] : []),
    ...(!paidAt && reportedAt ? [words.reported(minuteText(reportedAt, locale))] : []),
    ...(gatewayPaymentId ? [words.atGateway(gatewayPaymentId)] : []),
    ...(forPortal && transactionId ? [words.transaction(transactionId)] : []),
  ]
  return marks.length > 0 ? `${name} (${marks.join(', ')})` : name
}

/** Renders a charge after an amount; Spanish contracts *de* and *el*. */
export const chargeAfterAmount = (
  charge: ChargeToName,
  locale: Locale,
  options: { forPortal?: boolean } = {},
): string => {
  const words = chargeInWords(charge, locale, options)
  return locale === 'en' ? `of ${words}` : `d${words}`
}
