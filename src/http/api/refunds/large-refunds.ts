import { z } from 'zod'
import type { PaymentRow } from '../../../db/db.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { findRefund, refundsOfOrder } from '../../../db/payments/refunds.ts'
import type { RefundState } from '../../../db/tables/refunds.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { OrderId, PaymentId, RefundId } from '../../../domain/ids.ts'
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
export const isLargeRefund = async (input: RefundInput): Promise<boolean> => {
  const given = await readGiven(input)
  return given !== undefined && reaches(input.largeRefunds, given)
}

/**
 * From `SECOND_FACTOR_REFUNDS` on, and in a currency without a limit there; none if it is unset.
 * Earlier refunds of the payment count too, so parts of a large refund need the second factor.
 */
export const isSecondFactorRefund = async (input: RefundInput): Promise<boolean> => {
  const { from } = input.secondFactorRefunds
  if (from.length === 0) return false
  const given = await readGiven(input)
  if (!given) return false
  const { payment, minor } = given
  const earlier = await refundsOfOrder(input.ctx.db.query, payment.order_id)
  const refundedMinor = earlier
    .filter(({ payment_id: id, state }) => id === payment.id && !GAVE_NOTHING.has(state))
    .reduce((sum, { amount_minor: each }) => sum + each, 0n)
  return reaches(from, { payment, minor: minor + refundedMinor })
}

const resolution = z.object({ resolution: z.string() })

/** Sending a refund with an unknown outcome anyway counts as a refund of its amount. */
export const isSecondFactorResolution = async (input: RefundInput): Promise<boolean> =>
  resolution.safeParse(input.body).data?.resolution === 'refund_anyway' &&
  isSecondFactorApproval(input)

/** Approving a refund counts as a refund of its amount. */
export const isSecondFactorApproval = async ({
  ctx: { db },
  id,
  organizationOf,
  secondFactorRefunds: { from },
}: RefundInput): Promise<boolean> => {
  if (from.length === 0 || !isStorable(id)) return false
  const refund = await findRefund(db.query, RefundId.parse(id))
  // A refund of another organization answers like an unknown one.
  if (!refund || organizationOf(refund.store_id) === undefined) return false
  return reaches(from, { payment: refund, minor: refund.amount_minor })
}

const GAVE_NOTHING: ReadonlySet<RefundState> = new Set(['failed', 'cancelled'])

/** In a currency without a limit, every amount reaches it. */
export const reaches = (
  limits: readonly Money[],
  { payment, minor }: { payment: { currency: string }; minor: bigint },
): boolean =>
  minor >= (limits.find(({ currency }) => currency.code === payment.currency)?.minor ?? 0n)

/** A full refund counts as its payment's amount. `undefined`: the use case refuses the request. */
const readGiven = async ({
  ctx: { db },
  id,
  body,
  organizationOf,
}: RefundInput): Promise<{ payment: PaymentRow; minor: bigint } | undefined> => {
  const { amount, payment_id: named } = refundBody.safeParse(body).data ?? {}
  if (!isStorable(id) || (named !== undefined && !isStorable(named))) return undefined
  const order = (await ordersByIds(db.query, [OrderId.parse(id)])).get(OrderId.parse(id))
  // An order of another organization answers like an unknown one.
  if (!order || organizationOf(order.store_id) === undefined) return undefined
  const paymentId = named === undefined ? order.current_payment_id : PaymentId.parse(named)
  const payment = paymentId === null ? undefined : await findPayment(db.query, paymentId)
  const currency = currencyByCode(payment?.currency ?? order.currency)
  if (!payment || !currency) return undefined
  if (amount === undefined) return { payment, minor: payment.amount_minor }
  const read = readPositiveAmount(amount, currency)
  return read.ok ? { payment, minor: read.money.minor } : undefined
}
