import type { OrderRow } from '../../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-text.ts'
import type { Decline } from '../../../gateway/declines.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaidAtGateway } from '../../../payments/checkout/paid-at-gateway.ts'
import { problem, problemWords } from '../../../runtime/http/problem.ts'
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
      ...problemWords('chargePaidOrder', (language) => ({
        order: order.external_id,
        amount: amountOf(order, language),
        status: stateName(order.status, language),
      })),
      retry: 'permanent',
    }),
  )

export const refuseAsPaidAtGateway = ({
  orderExternalId: order,
  gatewayPaymentId: payment,
}: PaidAtGateway): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'already_paid_at_gateway',
      ...problemWords('paidAtGateway', () => ({ order, payment: String(payment) })),
      retry: 'ask-a-person',
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
      ...problemWords('cardDeclined'),
      detail: decline.message,
      retry: 'permanent',
      decline_code: decline.code,
      customer_message: sentenceOfDecline(decline.code, order.locale),
    }),
  )

export const refuseAsCancelled = (): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'order_cancelled',
      ...problemWords('orderCancelled'),
      retry: 'permanent',
    }),
  )

/** Refuses a charge while an earlier one has an unknown outcome. */
export const refuseAsUnresolved = (): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'charge_unresolved',
      ...problemWords('chargeUnresolved'),
      retry: 'retry',
    }),
    { 'retry-after': '10' },
  )
