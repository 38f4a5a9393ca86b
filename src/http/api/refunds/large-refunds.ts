import { z } from 'zod'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { OrderId, PaymentId } from '../../../domain/ids.ts'
import { readPositiveAmount } from '../../../domain/typed-amount.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import type { OperatorInput } from '../route.ts'

const refundBody = z.object({
  amount: z.string().optional(),
  payment_id: z.string().optional(),
})

/**
 * Returns `true` from `LARGE_REFUNDS` on, and for a currency without a limit there. A full refund
 * counts as its payment's amount.
 */
export const isLargeRefund = async ({
  ctx: { db },
  id,
  body,
  largeRefunds,
  organizationOf,
}: OperatorInput & { id: string; body: unknown }): Promise<boolean> => {
  const { amount, payment_id: named } = refundBody.safeParse(body).data ?? {}
  if (!isStorable(id) || (named !== undefined && !isStorable(named))) return false
  const order = (await ordersByIds(db.query, [OrderId.parse(id)])).get(OrderId.parse(id))
  // An order of another organization answers like an unknown one.
  if (!order || organizationOf(order.store_id) === undefined) return false
  const paymentId = named === undefined ? order.current_payment_id : PaymentId.parse(named)
  const payment = paymentId === null ? undefined : await findPayment(db.query, paymentId)
  const currency = currencyByCode(payment?.currency ?? order.currency)
  if (!payment || !currency) return false
  const large = largeRefunds.find((each) => each.currency.code === currency.code)
  const read = amount === undefined ? undefined : readPositiveAmount(amount, currency)
  if (read && !read.ok) return false
  return (read?.money.minor ?? payment.amount_minor) >= (large?.minor ?? 0n)
}
