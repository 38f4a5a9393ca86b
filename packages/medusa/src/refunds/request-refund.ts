import { type Puente, resultOf } from '@puente/node'
import { errorOf } from '../payments/errors.js'
import { knownOrderId, refundIdsIn, type StoredData, textIn } from '../payments/session-data.js'
import { knownRefund } from './known-refund.js'
import { countsAsRefund } from './refund-state.js'

export interface AskedRefund {
  data: StoredData
  /** Decimal text in the currency of the payment. */
  amount: string
  currency: string
  /** Medusa's id of the refund. */
  key: string
}

/**
 * Refunds at Puente, and returns the id of the refund. Adopts a refund of the same amount that
 * Medusa does not know: the answer of an earlier try was lost, or the portal made it. So a
 * repetition under a new id of Medusa moves money once.
 */
export const requestRefund = async (puente: Puente, asked: AskedRefund): Promise<string> => {
  const made = knownRefund.getStore()
  if (made !== undefined) return made.id
  const { data, amount, currency, key } = asked
  const orderId = knownOrderId(data)
  const read = await resultOf(puente.orders.retrieve(orderId))
  if (!read.ok) throw errorOf(read.error)
  const recorded = refundIdsIn(data)
  const unrecorded = read.value.refunds.find(
    (refund) => countsAsRefund(refund) && refund.amount === amount && !recorded.includes(refund.id),
  )
  if (unrecorded !== undefined) return unrecorded.id
  const refunded = await resultOf(
    puente.refunds.create(
      orderId,
      { amount, currency, payment_id: textIn(data, 'payment_id') },
      { idempotencyKey: `medusa-${key}` },
    ),
  )
  if (!refunded.ok) throw errorOf(refunded.error)
  return refunded.value.refund.id
}

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
