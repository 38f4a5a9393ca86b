import type { PaymentRow } from '../db/db.ts'
import type { Locale } from '../db/tables/stores.ts'
import { formatMoney, moneyFromMinor } from '../domain/money.ts'
import { minuteText } from '../domain/money-text.ts'

/** What tells a charge from the others of its order, as far as it is known; amounts as decimals. */
export interface ChargeFacts {
  id?: string | undefined
  amount?: string | undefined
  currency?: string | undefined
  /** 1 for the first attempt at the order. */
  attempt?: number | undefined
  paidAt?: Date | undefined
  /** When the gateway's event reported the charge, if it left out the time of the charge. */
  reportedAt?: Date | undefined
  /** Under which number the gateway's portal has it. */
  gatewayPaymentId?: string | undefined
  transactionId?: string | undefined
}

/** What a payment took, or is to take: fees and tips included. */
export const chargeOfPayment = (payment: PaymentRow): ChargeFacts => ({
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
 * A charge by what tells it from the others of its order: `attempt 2 (paid Nov 22, 2026, 4:05 PM
 * Honduras time, payment 72 at the gateway)`. `forPortal`: with its transaction, for who has to look for it there.
 */
export const chargeInWords = (
  charge: ChargeFacts,
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

/** The same after an amount; Spanish joins *de* and *el*. */
export const ofCharge = (
  charge: ChargeFacts,
  locale: Locale,
  options: { forPortal?: boolean } = {},
): string => {
  const words = chargeInWords(charge, locale, options)
  return locale === 'en' ? `of ${words}` : `d${words}`
}
