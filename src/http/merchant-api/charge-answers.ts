import type { Decline } from '../../gateway/declines.ts'
import type { OrderRow } from '../../ledger/ledger.ts'
import { sentenceOfDecline } from '../pay-pages/card-page-texts.ts'
import { problem } from '../problem.ts'
import { type Answer, refuse } from './route.ts'

/** Refusals that every way of charging an order shares. */
export const refuseAsPaid = (order: OrderRow): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'order_already_paid',
      title: 'Money was taken for this order already',
      detail: `Order ${order.external_id} is ${order.status}.`,
      retry: 'permanent',
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
    }),
  )

export const refuseAsUnresolved = (): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'charge_unresolved',
      title: 'What became of an earlier charge of this order is not known yet',
      detail: 'Nothing was charged now. It is being found out; send the same request again later.',
      retry: 'retry',
    }),
    { 'retry-after': '10' },
  )
