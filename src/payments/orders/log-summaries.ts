import type { OrderRow } from '../../db/db.ts'
import type { PaymentErrorCode } from '../../db/tables/orders.ts'
import { formatMinor } from '../../domain/money.ts'
import { moneyText } from '../../domain/money-text.ts'
import type { NotificationType } from '../ports/notification.ts'
import type { OrderMessage } from '../ports/storefront.ts'

type Order = Pick<OrderRow, 'number' | 'external_id' | 'amount_minor' | 'currency'>

const textOf = (minor: bigint, currency: string): string =>
  moneyText(formatMinor(minor, currency), currency, 'en')

const nameOf = ({ number, external_id }: Order): string => `order ${number ?? external_id}`

/** No card was tried. */
const REFUSED: Record<PaymentErrorCode, string> = {
  currency_refused: 'the gateway account does not accept its currency',
  amount_refused: 'the gateway account does not accept its amount',
  terminal_unavailable: 'the gateway account has no terminal',
  request_refused: 'the gateway does not accept the request',
}

const BECAME: Record<NotificationType, string> = {
  'order.paid': 'paid',
  'order.payment_failed': 'not paid, its card was declined',
  'order.payment_expired': 'not paid in time',
  'order.cancelled': 'cancelled',
  'order.partially_refunded': 'refunded in part',
  'order.refunded': 'refunded',
  'order.voided': 'voided',
  'order.attention_required': 'needs a person',
  'order.updated': 'changed',
}

/** Summarises a notification for the log: `order A-1 paid, L 125.50`. */
export const summaryOfNotification = ({
  type,
  order,
  payment,
  charges,
}: Pick<OrderMessage, 'type' | 'order' | 'payment' | 'charges'>): string => {
  const { amount_minor: amount, currency } = order
  const back = charges
    .filter((charge) => charge.currency === currency)
    .reduce((sum, { refunded_minor }) => sum + refunded_minor, 0n)
  const total = textOf(amount, currency)
  const money =
    type === 'order.partially_refunded' ? `${textOf(back, currency)} of ${total}` : total
  const why = type === 'order.attention_required' ? order.conflict?.replaceAll('_', ' ') : undefined
  const refusal = payment?.state === 'refused' ? order.last_payment_error?.code : undefined
  const became =
    type === 'order.payment_failed' && refusal ? `not paid, ${REFUSED[refusal]}` : BECAME[type]
  return `${nameOf(order)} ${became}${why ? ` (${why})` : ''}, ${money}`
}

export const summaryOfCheckout = (order: Order): string =>
  `${nameOf(order)} can be paid, ${textOf(order.amount_minor, order.currency)}`
