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

/** Returns `true` from `LARGE_REFUNDS` on, and for a currency without an amount there. */
export const isLargeRefund = async (input: RefundInput): Promise<boolean> => {
  const requested = await readRequested(input)
  return requested !== undefined && reaches(input.largeRefunds, requested)
}

/**
 * Returns `true` from `SECOND_FACTOR_REFUNDS` on, and for a currency without an amount there; always
 * `false` if the setting is unset. Adds earlier refunds of the payment, so parts of a large refund
 * need the second factor.
 */
export const isSecondFactorRefund = async (input: RefundInput): Promise<boolean> => {
  const { from } = input.secondFactorRefunds
  if (from.length === 0) return false
  const requested = await readRequested(input)
  if (!requested) return false
  const { payment, minor, earlierMinor } = requested
  return reaches(from, { payment, minor: minor + earlierMinor })
}

const resolution = z.object({ resolution: z.string() })

/** Treats sending a refund with an unknown outcome again like its request. */
export const isSecondFactorResolution = async (input: RefundInput): Promise<boolean> =>
  resolution.safeParse(input.body).data?.resolution === 'refund_anyway' &&
  isSecondFactorApproval(input)

/** Treats an approval like the request of the refund. */
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

const WITHOUT_EFFECT: ReadonlySet<RefundState> = new Set(['failed', 'cancelled'])

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
    .filter(({ payment_id, state }) => payment_id === payment.id && !WITHOUT_EFFECT.has(state))
    .filter(isCounted)
    .reduce((sum, { amount_minor: each }) => sum + each, 0n)

/** In a currency without a limit, every amount needs confirmation. */
export const reaches = (
  limits: readonly Money[],
  { payment, minor }: { payment: { currency: string }; minor: bigint },
): boolean =>
  minor >= (limits.find(({ currency }) => currency.code === payment.currency)?.minor ?? 0n)

interface RequestedRefund {
  payment: PaymentRow
  minor: bigint
  /** Other refunds of the payment, without a repeat of this request. */
  earlierMinor: bigint
}

/**
 * Reads a requested refund; without an amount, it is the rest of the charge. `undefined`: the use
 * case refuses the request.
 */
const readRequested = async ({
  ctx: { db },
  id,
  body,
  idempotencyKey,
  organizationOf,
}: RefundInput): Promise<RequestedRefund | undefined> => {
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
