import { type Puente, type Result, resultOf } from '@puente/node'
import type { Payment } from '@vendure/core'
import { type OrderAtPuente, payingPayment } from '../checkouts/order-at-puente.js'

/** Newest notifications of an order that are searched. */
const SEARCHED = 100

/**
 * Whether Puente announced the payment of an order: it notifies of a large payment after the gateway
 * confirmed it, and its API shows the order as paid before. A store without a notify URL confirms
 * nothing.
 */
export const isConfirmed = async (
  puente: Puente,
  seen: OrderAtPuente,
  recorded: readonly Payment[],
): Promise<Result<boolean>> => {
  const payment = payingPayment(seen)
  if (payment === undefined || recorded.some(({ transactionId }) => transactionId === payment.id))
    return { ok: true, value: true }
  const query = { order_id: seen.order.id, limit: SEARCHED }
  const sent = await resultOf(puente.notifications.list(query))
  if (!sent.ok) return sent
  const isAnnounced = sent.value.data.some(
    ({ type, created_at }) =>
      type === 'order.paid' && Date.parse(created_at) >= Date.parse(payment.created_at),
  )
  if (isAnnounced) return { ok: true, value: true }
  const store = await resultOf(puente.store.retrieve())
  return store.ok ? { ok: true, value: store.value.notify_url === null } : store
}
