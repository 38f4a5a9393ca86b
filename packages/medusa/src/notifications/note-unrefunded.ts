import { type Books, leftIn, minorOf } from '../money.js'
import { isOfPuente, nameOf } from '../names.js'
import { annotateCancelled } from './annotate-order.js'
import type { Services } from './container.js'

interface PaymentRow extends Books {
  provider_id: string
  currency_code: string
  canceled_at: unknown
}

const PAYMENTS = 'payment_collections.payments'

const FIELDS = [
  'id',
  `${PAYMENTS}.provider_id`,
  `${PAYMENTS}.currency_code`,
  `${PAYMENTS}.canceled_at`,
  `${PAYMENTS}.captures.raw_amount`,
  `${PAYMENTS}.refunds.raw_amount`,
]

/** Notes a cancelled order that has a payment of Puente whose refund Medusa did not record. */
export const noteUnrefunded = async (services: Services, orderId: string): Promise<void> => {
  const { data } = await services.query.graph({
    entity: 'order',
    fields: FIELDS,
    filters: { id: orderId },
  })
  const [order] = data as { payment_collections: { payments: PaymentRow[] }[] }[]
  const payments = (order?.payment_collections ?? []).flatMap((each) => each.payments)
  if (payments.some((each) => isOfPuente(nameOf(each.provider_id)) && isUnrefunded(each)))
    await annotateCancelled(services, orderId)
}

const isUnrefunded = ({ currency_code, canceled_at, ...books }: PaymentRow): boolean =>
  !canceled_at && minorOf(leftIn(books, currency_code.toUpperCase())) > 0n
