import { toDecimal } from '../money.js'
import type { Applied } from './apply-order.js'
import type { RefundInput, Services } from './container.js'
import { isInFlight } from './match-refund.js'
import type { PaidSession, RecordedRefund } from './recorded-session.js'

const REFUND_PAYMENT = 'refund-payment-workflow'
const CANCELLED = 'canceled'
/** An order has one such change at most, and Medusa's refund flow needs to make one. */
const OPEN_CHANGES = ['pending', 'requested']

/**
 * Refunds of a payment without a transaction of their amount in the order. Cancelling an order books
 * all its refunds under the payment's id.
 */
export const unbookedIn = async (
  services: Services,
  { orderId, payment, currency }: PaidSession,
): Promise<RecordedRefund[]> => {
  if (orderId === undefined || (await isCancelled(services, orderId))) return []
  const { id, refunds } = payment
  const booked = await services.orders.listOrderTransactions({
    order_id: orderId,
    reference: 'refund',
    reference_id: [id, ...refunds.map((row) => row.id)],
  })
  if (booked.some(({ reference_id }) => reference_id === id)) return []
  return refunds.filter((row) => {
    const amount = `-${toDecimal(row.raw_amount, currency)}`
    return !booked.some(
      ({ reference_id, raw_amount }) =>
        reference_id === row.id && toDecimal(raw_amount, currency) === amount,
    )
  })
}

const isCancelled = async ({ orders }: Services, orderId: string): Promise<boolean> =>
  (await orders.retrieveOrder(orderId)).status === CANCELLED

/**
 * Runs Medusa's refund flow for a refund that Puente made, in place of a row that is not booked.
 * Changes nothing while Medusa asks for another refund, or the order has an open change.
 */
export const bookRefund = async (
  services: Services,
  session: PaidSession & { orderId: string },
  { input, row }: { input: RefundInput; row: RecordedRefund | undefined },
): Promise<Applied | 'in-flight'> => {
  const { orders, payments, workflows } = services
  const { orderId } = session
  // The flow refuses a cancelled order, whose cancellation has booked the refund.
  if (await isCancelled(services, orderId)) {
    if (row !== undefined) await payments.deleteRefunds(row.id)
    await payments.refundPayment(input)
    return { outcome: 'applied' }
  }
  const others = (await unbookedIn(services, session)).filter(({ id }) => id !== row?.id)
  if (others.some(isInFlight)) return 'in-flight'
  const open = await orders.listOrderChanges({ order_id: orderId, status: OPEN_CHANGES })
  if (open.length > 0)
    return {
      outcome: 'blocked',
      why: `Medusa cannot record the refund of ${input.amount} while order ${orderId} has an open edit, return or transfer. Confirm or cancel it.`,
    }
  if (row !== undefined) await removeRefund(services, orderId, row)
  await hiding(services, others, () => workflows.run(REFUND_PAYMENT, { input }))
  return { outcome: 'applied' }
}

/** Deletes a refund, and a transaction of another amount that the flow of another refund gave it. */
const removeRefund = async (
  { orders, payments }: Services,
  orderId: string,
  { id }: RecordedRefund,
): Promise<void> => {
  const wrong = await orders.listOrderTransactions({
    order_id: orderId,
    reference: 'refund',
    reference_id: id,
  })
  if (wrong.length > 0) await orders.deleteOrderTransactions(wrong.map((each) => each.id))
  await payments.deleteRefunds(id)
}

/** Hides refunds from Medusa's flow, which books each one without a transaction at the amount of its own. */
const hiding = async (
  { payments }: Services,
  rows: readonly RecordedRefund[],
  work: () => Promise<unknown>,
): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await payments.softDeleteRefunds(ids)
  try {
    await work()
  } finally {
    if (ids.length > 0) await payments.restoreRefunds(ids)
  }
}
