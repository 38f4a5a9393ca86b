import type { CustomerMailRow, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { minuteText } from '../../domain/minute-text.ts'
import { formatMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import type { TEXTS } from '../../locales/texts.ts'
import { withoutAutoLinks } from '../../runtime/mail/auto-links.ts'
import { isMadeAtPuente } from '../orders/made-at-puente.ts'

export interface MailAbout {
  mail: CustomerMailRow
  order: OrderRow
  store: StoreRow
  payments: readonly PaymentRow[]
}

export interface FactOfMail {
  name: keyof (typeof TEXTS)['en']['mails']['customers']['facts']
  value: string
}

/** Lists the facts of a customer mail, without absent ones. */
export const factsOfMail = ({ mail, order, payments }: MailAbout): FactOfMail[] => {
  const isToPay = mail.kind === 'request' || mail.kind === 'reminder'
  const paymentId = isToPay ? order.current_payment_id : mail.payment_id
  const payment = payments.find(({ id }) => id === paymentId)
  return [
    ...orderFacts(order),
    ...(isToPay ? deadlineFacts(order, payment) : payment ? chargeFacts(order, payment) : []),
    ...(mail.kind === 'refund' && payment ? refundFacts(order, payment) : []),
    ...(!isToPay && payment?.transaction_id
      ? [{ name: 'transaction' as const, value: payment.transaction_id }]
      : []),
  ]
}

/** Omits the generated id of an order made at Puente, which the customer does not know. */
const orderFacts = (order: OrderRow): FactOfMail[] => {
  const { number, external_id, source } = order
  // Customers of a link type parts of it and choose the address, so a link could be spam.
  const description =
    source === 'link' ? withoutAutoLinks(order.description ?? '') : order.description
  const known = number ?? (isMadeAtPuente(order) ? null : external_id)
  return [
    ...(known ? [{ name: 'order' as const, value: known }] : []),
    ...(description ? [{ name: 'description' as const, value: description }] : []),
  ]
}

const deadlineFacts = (
  { payable_until, locale }: OrderRow,
  payment: PaymentRow | undefined,
): FactOfMail[] => {
  const until = payable_until ?? payment?.expires_at
  return until ? [{ name: 'until', value: minuteText(until, locale) }] : []
}

/** One amount, or its parts and their total. */
const chargeFacts = ({ locale }: OrderRow, payment: PaymentRow): FactOfMail[] => {
  const { amount_minor: amount, total_minor, paid_at } = payment
  const total = total_minor ?? amount
  const parts: [FactOfMail['name'], bigint | null][] =
    total === amount
      ? [['amount', amount]]
      : [
          ['amount', amount],
          ['sales_tax', payment.sales_tax_minor],
          ['service_fee', payment.service_fee_minor],
          ['tip', payment.tip_minor],
          ['total', total],
        ]
  return [
    ...parts.flatMap(([name, minor]) =>
      minor ? [{ name, value: moneyOf(minor, { payment, locale }) }] : [],
    ),
    ...(paid_at ? [{ name: 'paid_at' as const, value: minuteText(paid_at, locale) }] : []),
  ]
}

const refundFacts = ({ locale }: OrderRow, payment: PaymentRow): FactOfMail[] => [
  { name: 'refunded_total', value: moneyOf(payment.refunded_minor, { payment, locale }) },
]

const moneyOf = (
  minor: bigint,
  { payment: { currency }, locale }: { payment: PaymentRow } & Pick<OrderRow, 'locale'>,
): string => moneyInWords(formatMinor(minor, currency), currency, locale)
