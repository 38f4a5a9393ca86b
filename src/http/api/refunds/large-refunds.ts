import { z } from 'zod'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { OrderId, PaymentId } from '../../../domain/ids.ts'
import type { Money } from '../../../domain/money.ts'
import { readPositiveAmount } from '../../../domain/typed-amount.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import type { OperatorInput } from '../route.ts'

const refundBody = z.object({
  amount: z.string().optional(),
  payment_id: z.string().optional(),
})

type RefundInput = OperatorInput & { id: string; body: unknown }

/** From `LARGE_REFUNDS` on, and in a currency without a limit there. */
export const isLargeRefund = (input: RefundInput): Promise<boolean> =>
  reachesLimit(input, input.largeRefunds)

/** From `SECOND_FACTOR_REFUNDS` on, and in a currency without a limit there; none if it is unset. */
export const isSecondFactorRefund = async (input: RefundInput): Promise<boolean> => {
  const { from } = input.secondFactorRefunds
  return from.length > 0 && reachesLimit(input, from)
}

/** A full refund counts as its payment's amount. */
const reachesLimit = async (
  { ctx: { db }, id, body, organizationOf }: RefundInput,
  limits: readonly Money[],
): Promise<boolean> => {
  const { amount, payment_id: named } = refundBody.safeParse(body).data ?? {}
  if (!isStorable(id) || (named !== undefined && !isStorable(named))) return false
  const order = (await ordersByIds(db.query, [OrderId.parse(id)])).get(OrderId.parse(id))
  // An order of another organization answers like an unknown one.
  if (!order || organizationOf(order.store_id) === undefined) return false
  const paymentId = named === undefined ? order.current_payment_id : PaymentId.parse(named)
  const payment = paymentId === null ? undefined : await findPayment(db.query, paymentId)
  const currency = currencyByCode(payment?.currency ?? order.currency)
  if (!payment || !currency) return false
  const large = limits.find((each) => each.currency.code === currency.code)
  const read = amount === undefined ? undefined : readPositiveAmount(amount, currency)
  if (read && !read.ok) return false
  return (read?.money.minor ?? payment.amount_minor) >= (large?.minor ?? 0n)
}
