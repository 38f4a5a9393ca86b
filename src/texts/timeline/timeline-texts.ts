import type { PaymentRow } from '../../db/db.ts'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import type { DiscrepancyKind } from '../../db/tables/reconciliation.ts'
import { discrepancyLabels } from '../../domain/discrepancy-labels.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import type { Language } from '../../locales/language.ts'
import { alertWording } from '../alerts/wording.ts'
import { chargeOfPayment } from '../charges.ts'
import { stateName } from '../state-names.ts'

const es: Readonly<Record<string, string>> = {
  order_taken: 'Puente recibió el pedido',
  order_changed: 'El pedido cambió',
  order_cancelled: 'El pedido fue cancelado',
  order_reopened: 'El pedido se puede pagar de nuevo',
  payment_adopted: 'Se encontró otro pago del pedido en la pasarela',
  payment_intended: 'Se prepara un pago',
  payment_created: 'La pasarela creó el pago',
  payment_created_twice: 'La pasarela creó el pago dos veces',
  payment_creation_unknown: 'La pasarela no respondió; se averigua',
  payment_refused: 'La pasarela no aceptó el pago',
  payment_abandoned: 'Ese pago no existe en la pasarela',
  payment_declined: 'La tarjeta fue rechazada',
  payment_charged: 'La pasarela cobró la tarjeta',
  authentication_required: 'El banco quiere ver a su cliente (3-D Secure)',
  request_fields_dropped: 'La pasarela ignoró campos de la solicitud',
  request_fields_refused: 'La pasarela rechazó campos, y Puente repitió la solicitud sin ellos',
  event_applied: 'Llegó un evento de la pasarela',
  event_without_effect: 'Llegó un evento que no cambia nada',
  gateway_asked: 'Se preguntó a la pasarela',
  charge_contradicted: 'La pasarela respondió dos veces que no cobró este pago',
  charge_confirmed: 'La pasarela confirmó el cobro',
  order_status_changed: 'El pedido cambió de estado',
  order_in_conflict: 'Hay que revisar el dinero de este pedido',
  refund_pending: 'Se pidió un reembolso',
  refund_succeeded: 'La pasarela hizo el reembolso',
  refund_found: 'Alguien hizo un reembolso en el portal',
  refund_recorded: 'El comercio anotó un reembolso que ya estaba hecho',
  refund_waiting: 'La pasarela todavía no hace el reembolso',
  refund_failed: 'La pasarela no hace el reembolso',
  refund_accepted: 'La pasarela aceptó un reembolso, y todavía no lo muestra',
  refund_cancelled: 'Se canceló un reembolso que esperaba',
  refund_unknown: 'La pasarela no respondió; se averigua',
  problem_opened: 'Quedó en la lista por revisar',
  problem_closed: 'Salió de la lista por revisar',
  storefront_told: 'Se avisó al comercio',
  storefront_not_told: 'El comercio no respondió; se le avisa otra vez',
  difference_found: 'Una conciliación encontró una diferencia',
  personal_data_erased: 'Se borraron los datos del cliente',
  personal_data_requested: 'El cliente pidió sus datos',
}

const en: Readonly<Record<string, string>> = {
  order_taken: 'Puente took the order',
  order_changed: 'The order changed',
  order_cancelled: 'The order was cancelled',
  order_reopened: 'The order can be paid again',
  payment_adopted: 'Another payment of the order was found at the gateway',
  payment_intended: 'A payment is being prepared',
  payment_created: 'The gateway created the payment',
  payment_created_twice: 'The gateway created the payment twice',
  payment_creation_unknown: 'The gateway did not answer; being found out',
  payment_refused: 'The gateway refused the payment',
  payment_abandoned: 'The gateway has no such payment',
  payment_declined: 'The card was declined',
  payment_charged: 'The gateway charged the card',
  authentication_required: 'The bank wants to see its customer (3-D Secure)',
  request_fields_dropped: 'The gateway ignored fields of the request',
  request_fields_refused:
    'The gateway refused fields, and Puente repeated the request without them',
  event_applied: 'An event of the gateway came',
  event_without_effect: 'An event came that changes nothing',
  gateway_asked: 'The gateway was asked',
  charge_contradicted: 'The gateway answered twice that it did not take this payment',
  charge_confirmed: 'The gateway confirmed the charge',
  order_status_changed: 'The order changed its status',
  order_in_conflict: 'Somebody should look at this order’s money',
  refund_pending: 'A refund was asked for',
  refund_succeeded: 'The gateway made the refund',
  refund_found: 'A refund was made in the portal',
  refund_recorded: 'The store wrote down a refund that had been made already',
  refund_waiting: 'The gateway does not make the refund yet',
  refund_failed: 'The gateway does not make the refund',
  refund_accepted: 'The gateway accepted a refund, and does not show it yet',
  refund_cancelled: 'A refund that waited was cancelled',
  refund_unknown: 'The gateway did not answer; being found out',
  problem_opened: 'Needs attention',
  problem_closed: 'No longer needs attention',
  storefront_told: 'The store was notified',
  storefront_not_told: 'The store did not answer; it is notified again',
  difference_found: 'A reconciliation found a difference',
  personal_data_erased: 'The customer’s data were erased',
  personal_data_requested: 'The customer asked for their data',
}

/** `{of}` is the attempt. */
const esWithMoney: Readonly<Record<string, string>> = {
  order_taken: 'Puente recibió el pedido de {amount}',
  payment_intended: 'Se prepara {of}, un pago de {amount}',
  payment_created: 'La pasarela creó {of}, un pago de {amount}',
  payment_refused: 'La pasarela no aceptó {of}, un pago de {amount}',
  payment_declined: 'La tarjeta fue rechazada para {amount} ({of})',
  payment_charged: 'La pasarela cobró a la tarjeta {amount} ({of})',
  refund_pending: 'Se pidió un reembolso de {amount} ({of})',
  refund_succeeded: 'La pasarela reembolsó {amount} ({of})',
  refund_found: 'Alguien reembolsó {amount} en el portal ({of})',
  refund_recorded: 'El comercio anotó un reembolso de {amount} que ya estaba hecho ({of})',
  refund_waiting: 'La pasarela todavía no reembolsa {amount} ({of})',
  refund_failed: 'La pasarela no reembolsa {amount} ({of})',
  refund_accepted: 'La pasarela aceptó reembolsar {amount}, y todavía no lo muestra ({of})',
  refund_cancelled: 'Se canceló un reembolso de {amount} que esperaba ({of})',
  refund_unknown: 'La pasarela no respondió al reembolso de {amount}; se averigua ({of})',
}

const enWithMoney: Readonly<Record<string, string>> = {
  order_taken: 'Puente took the order of {amount}',
  payment_intended: 'A payment of {amount} is being prepared: {of}',
  payment_created: 'The gateway created a payment of {amount}: {of}',
  payment_refused: 'The gateway refused a payment of {amount}: {of}',
  payment_declined: 'The card was declined for {amount} ({of})',
  payment_charged: 'The gateway charged the card {amount} ({of})',
  refund_pending: '{amount} is to be refunded ({of})',
  refund_succeeded: 'The gateway refunded {amount} ({of})',
  refund_found: 'Somebody refunded {amount} in the portal ({of})',
  refund_recorded: 'The store wrote down a refund of {amount} that had been made already ({of})',
  refund_waiting: 'The gateway does not refund {amount} yet ({of})',
  refund_failed: 'The gateway does not refund {amount} ({of})',
  refund_accepted: 'The gateway accepted to refund {amount}, and does not show it yet ({of})',
  refund_cancelled: 'A refund of {amount} that waited was cancelled ({of})',
  refund_unknown: 'The gateway did not answer to the refund of {amount}; being found out ({of})',
}

const OF = { es: 'el intento', en: 'attempt' } as const
const QUOTES = { es: ['«', '»'], en: ['“', '”'] } as const
const FROM_TO = { es: ['de', 'a'], en: ['from', 'to'] } as const

export interface TimelineEntryText {
  kind: string
  details: Record<string, unknown>
  payment: PaymentRow | undefined
}

/**
 * Renders a timeline entry, with amount and payment if it concerns money. Falls back to the name of
 * an unknown kind.
 */
export const timelineText = (
  { kind, details, payment }: TimelineEntryText,
  locale: Language,
): string => {
  const plain = (locale === 'es' ? es : en)[kind] ?? kind
  const template = (locale === 'es' ? esWithMoney : enWithMoney)[kind]
  const money = moneyOf(details) ?? (payment && chargeOfPayment(payment))
  if (template && money?.amount && money.currency) {
    const amount = moneyInWords(money.amount, money.currency, locale)
    const of = payment ? `${OF[locale]} ${payment.attempt}` : undefined
    return of
      ? template.replace('{amount}', amount).replace('{of}', of)
      : template.includes('({of})') || !template.includes('{of}')
        ? template.replace('{amount}', amount).replace(' ({of})', '')
        : plain
  }
  const change = changeOf(kind, details, locale)
  if (change) {
    const [from, to] = FROM_TO[locale]
    return `${plain} ${from} ${change.from} ${to} ${change.to}`
  }
  const more = moreOf(kind, details, locale)
  return more ? `${plain}: ${more}` : plain
}

const moneyOf = ({
  amount,
  currency,
}: Record<string, unknown>): { amount: string; currency: string } | undefined =>
  typeof amount === 'string' && typeof currency === 'string' && DECIMAL.test(amount)
    ? { amount, currency }
    : undefined

const DECIMAL = /^-?\d+(\.\d+)?$/

const changeOf = (
  kind: string,
  { from, to }: Record<string, unknown>,
  locale: Language,
): { from: string; to: string } | undefined => {
  if (kind === 'order_changed' && isObject(from) && isObject(to)) {
    const [was, is] = [moneyOf(from), moneyOf(to)]
    if (!was || !is) return undefined
    return {
      from: moneyInWords(was.amount, was.currency, locale),
      to: moneyInWords(is.amount, is.currency, locale),
    }
  }
  if (kind !== 'order_status_changed' || typeof from !== 'string' || typeof to !== 'string') {
    return undefined
  }
  const [open, close] = QUOTES[locale]
  const quoted = (status: string) => `${open}${stateName(status, locale)}${close}`
  return { from: quoted(from), to: quoted(to) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Distinguishes entries of one kind. */
const moreOf = (
  kind: string,
  { problem, difference, fields }: Record<string, unknown>,
  locale: Language,
): string | undefined => {
  if (kind === 'request_fields_refused' && Array.isArray(fields)) return fields.join(', ')
  if (kind === 'difference_found' && typeof difference === 'string') {
    const kinds: Record<DiscrepancyKind, string> = discrepancyLabels[locale].kinds
    return (kinds as Record<string, string>)[difference]
  }
  const known = ALERT_KINDS.find((each) => each === problem)
  return known && alertWording(known, locale).what
}
