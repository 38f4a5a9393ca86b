import { type MedusaAmount, toDecimal } from '../money.js'
import { isOfPuente, nameOf } from '../names.js'
import { annotateCancelled } from './annotate-order.js'
import type { Services } from './container.js'

interface PaymentRow {
  provider_id: string
  currency_code: string
  canceled_at: unknown
  captures: { raw_amount: MedusaAmount }[]
  refunds: { raw_amount: MedusaAmount }[]
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

const isUnrefunded = ({ currency_code, canceled_at, captures, refunds }: PaymentRow): boolean => {
  const currency = currency_code.toUpperCase()
  const minorOf = (rows: { raw_amount: MedusaAmount }[]): bigint =>
    rows
      .map(({ raw_amount }) => BigInt(toDecimal(raw_amount, currency).replace('.', '')))
      .reduce((sum, minor) => sum + minor, 0n)
  return !canceled_at && minorOf(captures) > minorOf(refunds)
}
