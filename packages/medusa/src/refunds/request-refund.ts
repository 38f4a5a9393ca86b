import { MedusaError } from '@medusajs/framework/utils'
import { type Puente, type PuenteFailure, resultOf } from '@puente/node'
import type { OrderAtPuente, RefundAtPuente } from '../payments/charge.js'
import { errorOf } from '../payments/errors.js'
import { knownOrderId, type StoredData, textIn } from '../payments/session-data.js'
import { knownRefund } from './known-refund.js'
import { bookedAmount, countsAsRefund } from './refund-state.js'

export interface AskedRefund {
  data: StoredData
  /** Decimal text in the currency of the payment. */
  amount: string
  currency: string
  /** Medusa's id of the refund. */
  key: string
  /** Ids at Puente of the payment's refunds that Medusa has. */
  recorded: readonly string[]
  /** Whether the payment has no other refund in Medusa. */
  isFirst: boolean
}

/**
 * Refunds at Puente, and returns the id of the refund. The whole payment is refunded with its fee and
 * tip. Adopts a refund of the same payment and amount that Medusa does not have: the answer of an
 * earlier try was lost, or the portal made it.
 */
export const requestRefund = async (puente: Puente, asked: AskedRefund): Promise<string> => {
  const made = knownRefund.getStore()
  if (made !== undefined) return made.id
  const { data, amount, currency, key } = asked
  const payment_id = textIn(data, 'payment_id')
  const orderId = knownOrderId(data)
  const read = await resultOf(puente.orders.retrieve(orderId))
  if (!read.ok) throw errorOf(read.error)
  const earlier = unrecordedIn(read.value, asked)
  if (earlier !== undefined) return earlier.id
  const refunded = await resultOf(
    puente.refunds.create(
      orderId,
      isWhole(read.value, asked) ? { payment_id } : { amount, currency, payment_id },
      { idempotencyKey: `medusa-${key}` },
    ),
  )
  if (refunded.ok) return refunded.value.refund.id
  if (!refunded.error.mayBeDone) throw errorOf(refunded.error)
  const after = await resultOf(puente.orders.retrieve(orderId))
  const late = after.ok ? unrecordedIn(after.value, asked) : undefined
  if (late !== undefined) return late.id
  throw unknownOutcome(refunded.error)
}

const refundsOf = (
  { refunds }: Pick<OrderAtPuente, 'refunds'>,
  { data }: AskedRefund,
): RefundAtPuente[] =>
  refunds.filter(
    (refund) => countsAsRefund(refund) && refund.payment_id === textIn(data, 'payment_id'),
  )

const unrecordedIn = (
  order: Pick<OrderAtPuente, 'refunds'>,
  asked: AskedRefund,
): RefundAtPuente | undefined =>
  refundsOf(order, asked).find(
    (refund) =>
      bookedAmount(refund, paidIn(asked)) === asked.amount && !asked.recorded.includes(refund.id),
  )

const paidIn = ({ data, amount }: AskedRefund): string => textIn(data, 'amount') ?? amount

const isWhole = (order: Pick<OrderAtPuente, 'refunds'>, asked: AskedRefund): boolean =>
  asked.isFirst && asked.amount === paidIn(asked) && refundsOf(order, asked).length === 0

/** Medusa deletes its refund now, and the notification of Puente records one that was made. */
const unknownOutcome = ({ message }: PuenteFailure): Error =>
  new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The refund may have been made. Reload the order; repeat the refund only if it does not appear within a minute. (${message})`,
  )

/** Voids a payment, or refunds its rest after the settlement. */
export const refundRest = async (puente: Puente, data: StoredData, key: string): Promise<void> => {
  const refunded = await resultOf(
    puente.refunds.create(
      knownOrderId(data),
      { payment_id: textIn(data, 'payment_id') },
      { idempotencyKey: `medusa-cancel-${key}` },
    ),
  )
  if (refunded.ok) return
  const { code } = refunded.error
  if (code === 'refund_nothing_left' || code === 'refund_voided') return
  throw errorOf(refunded.error)
}
