import { chargeOf, type OrderAtPuente } from '../payments/charge.js'
import type { Services } from './container.js'
import type { PaidSession } from './recorded-session.js'

/**
 * Makes the payment in Medusa the charge that Puente counts. The event of a charge that was paid
 * earlier can arrive later. A payment that Medusa refunded, even in part, stays what it is.
 */
export const followEffective = async (
  { payments }: Services,
  session: PaidSession,
  seen: OrderAtPuente,
): Promise<PaidSession> => {
  const { payment } = session
  const charge = chargeOf(seen, session)
  if (charge.outcome !== 'paid' || payment.canceled_at || payment.refunds.length > 0) return session
  const recorded = seen.payments.find(({ id }) => id === payment.data?.payment_id)
  const { id: payment_id, transaction_id } = charge.payment
  // A notification that is older than the recorded charge tells nothing of it.
  if (!recorded?.paid_at || recorded.id === payment_id) return session
  const data = { ...payment.data, payment_id, transaction_id }
  await payments.updatePayment({ id: payment.id, data })
  return { ...session, payment: { ...payment, data } }
}
