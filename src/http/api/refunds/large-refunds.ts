import { z } from 'zod'
import type { DbQuery, PaymentRow, RefundRow } from '../../../db/db.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { findRefund, refundsOfOrder } from '../../../db/payments/refunds.ts'
import type { RefundState } from '../../../db/tables/refunds.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { OrderId, PaymentId, RefundId } from '../../../domain/ids.ts'
import type { Money } from '../../../domain/money.ts'
import { readPositiveAmount } from '../../../domain/typed-amount.ts'
import { chargedMinor } from '../../../payments/orders/rules/refunds/match-refunds.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import type { OperatorInput } from '../route.ts'

const refundBody = z.object({
  amount: z.string().optional(),
  payment_id: z.string().optional(),
})

type RefundInput = OperatorInput & { id: string; body: unknown; idempotencyKey: string }

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
  return given !== undefined && reaches(from, { ...given, minor: given.minor + given.earlierMinor })
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
}: Omit<RefundInput, 'idempotencyKey'>): Promise<boolean> => {
  if (from.length === 0 || !isStorable(id)) return false
  const refund = await findRefund(db.query, RefundId.parse(id))
  // A refund of another organization answers like an unknown one.
  if (!refund || organizationOf(refund.store_id) === undefined) return false
  const { payment_id, order_id, amount_minor } = refund
  const earlierMinor = await refundedMinor(db.query, {
    ...{ payment: { id: payment_id, order_id } },
    isCounted: (other) => other.id !== refund.id,
  })
  return reaches(from, { payment: refund, minor: amount_minor + earlierMinor })
}

const GAVE_NOTHING: ReadonlySet<RefundState> = new Set(['failed', 'cancelled'])

const refundedMinor = async (
  query: DbQuery,
  {
    payment,
    isCounted,
  }: {
    payment: Pick<PaymentRow, 'id' | 'order_id'>
    isCounted: (refund: RefundRow) => boolean
  },
): Promise<bigint> =>
  (await refundsOfOrder(query, payment.order_id))
    .filter(({ payment_id, state }) => payment_id === payment.id && !GAVE_NOTHING.has(state))
    .filter(isCounted)
    .reduce((sum, { amount_minor: each }) => sum + each, 0n)

const reaches = (
  limits: readonly Money[],
  { payment, minor }: { payment: { currency: string }; minor: bigint },
): boolean =>
  minor >= (limits.find(({ currency }) => currency.code === payment.currency)?.minor ?? 0n)

interface GivenRefund {
  payment: PaymentRow
  minor: bigint
  /** Of the payment, without the refund of an earlier request with the same key. */
  earlierMinor: bigint
}

/** Without an amount, a refund is the rest of the charge. `undefined`: the use case refuses the request. */
const readGiven = async ({
  ctx: { db },
  id,
  body,
  idempotencyKey,
  organizationOf,
}: RefundInput): Promise<GivenRefund | undefined> => {
  const { amount, payment_id: named } = refundBody.safeParse(body).data ?? {}
  if (!isStorable(id) || (named !== undefined && !isStorable(named))) return undefined
  const order = (await ordersByIds(db.query, [OrderId.parse(id)])).get(OrderId.parse(id))
  // An order of another organization answers like an unknown one.
  if (!order || organizationOf(order.store_id) === undefined) return undefined
  const paymentId = named === undefined ? order.current_payment_id : PaymentId.parse(named)
  const payment = paymentId === null ? undefined : await findPayment(db.query, paymentId)
  const currency = currencyByCode(payment?.currency ?? order.currency)
  if (!payment || !currency) return undefined
  const earlierMinor = await refundedMinor(db.query, {
    payment,
    isCounted: ({ idempotency_key: key }) => key !== idempotencyKey,
  })
  if (amount === undefined) {
    return { payment, minor: chargedMinor(payment) - earlierMinor, earlierMinor }
  }
  const read = readPositiveAmount(amount, currency)
  return read.ok ? { payment, minor: read.money.minor, earlierMinor } : undefined
}
