import type { OrderRow } from '../../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-text.ts'
import type { Decline } from '../../../gateway/declines.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaidAtGateway } from '../../../payments/checkout/paid-at-gateway.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { stateName } from '../../../texts/state-names.ts'
import { sentenceOfDecline } from '../../pay-pages/decline-reasons.ts'
import { type Answer, refuse } from '../route.ts'

const amountOf = ({ amount_minor, currency }: OrderRow, locale: Language): string =>
  moneyInWords(formatMoney(moneyFromMinor(amount_minor, currency)), currency, locale)

export const refuseAsPaid = (order: OrderRow): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'order_already_paid',
      title: 'Money was taken for this order already',
      detail: `Order ${order.external_id} of ${amountOf(order, 'en')} is ${order.status}; do not charge it again.`,
      retry: 'permanent',
      inSpanish: {
        title: 'Ya se cobró dinero de este pedido',
        detail: `El pedido ${order.external_id} de ${amountOf(order, 'es')} está ${stateName(order.status, 'es')}; no lo cobre otra vez.`,
      },
    }),
  )

export const refuseAsPaidAtGateway = ({
  orderExternalId,
  gatewayPaymentId,
}: PaidAtGateway): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'already_paid_at_gateway',
      title: 'The gateway has already taken money for this order',
      detail: `Gateway payment ${gatewayPaymentId} belongs to order ${orderExternalId}, but Puente does not know it. Nothing was charged now. Review the alert; closing it allows the checkout.`,
      retry: 'ask-a-person',
      inSpanish: {
        title: 'La pasarela ya cobró dinero de este pedido',
        detail: `El pago ${gatewayPaymentId} de la pasarela es del pedido ${orderExternalId}, y Puente no lo conoce. Ahora no se cobró nada. Revise la alerta; al cerrarla se puede cobrar.`,
      },
    }),
  )

export const refuseAsDeclined = ({
  decline,
  order,
}: {
  decline: Decline
  order: OrderRow
}): Answer =>
  refuse(
    problem({
      status: 402,
      code: 'card_declined',
      title: 'The card was declined',
      detail: decline.message,
      retry: 'permanent',
      decline_code: decline.code,
      customer_message: sentenceOfDecline(decline.code, order.locale),
      inSpanish: { title: 'La tarjeta fue rechazada' },
    }),
  )

export const refuseAsCancelled = (): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'order_cancelled',
      title: 'The order was cancelled',
      detail: 'Send the order under another id to have it paid.',
      retry: 'permanent',
      inSpanish: {
        title: 'El pedido fue cancelado',
        detail: 'Envíe el pedido con otro id para que se pueda pagar.',
      },
    }),
  )

/** Refuses a charge while an earlier one has an unknown outcome. */
export const refuseAsUnresolved = (): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'charge_unresolved',
      title: 'What became of an earlier charge of this order is not known yet',
      detail: 'Nothing was charged now. It is being found out; send the same request again later.',
      retry: 'retry',
      inSpanish: {
        title: 'Todavía no se sabe qué fue de un cobro anterior de este pedido',
        detail:
          'Ahora no se cobró nada. Se está averiguando; envíe la misma solicitud de nuevo más tarde.',
      },
    }),
    { 'retry-after': '10' },
  )
