import { z } from 'zod'
import { isPaymentState, PAYMENT_STATES } from '../contract/payment-states.ts'
import type { OrderRow, PaymentRow } from '../ledger/ledger.ts'
import { ORDER_STATUSES, ORDER_TROUBLES } from '../ledger/tables.ts'
import { formatMoney, moneyFromMinor } from '../platform/money.ts'
import { plainText } from './plain-text.ts'

export const customerView = z
  .strictObject({
    name: plainText(191).optional(),
    email: plainText(191).optional(),
    phone: plainText(50).optional(),
    identity_number: plainText(50).optional(),
  })
  .meta({ id: 'Customer', description: 'Prefills the checkout. No customer record is made.' })

/** An order as merchants see it, in the merchant API and in what a shop is told. */
export const orderView = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    amount: z.string(),
    currency: z.string(),
    status: z.enum(ORDER_STATUSES),
    trouble: z
      .enum(ORDER_TROUBLES)
      .nullable()
      .describe("Why a person should look at this order's money."),
    description: z.string().nullable(),
    customer: customerView,
    metadata: z.record(z.string(), z.unknown()),
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Order' })

/** A payment as merchants see it. Amounts are decimal strings, times ISO 8601 in UTC. */
export const paymentView = z
  .object({
    id: z.string(),
    attempt: z.int().describe('1 for the first attempt at the order.'),
    mode: z.literal('hosted'),
    state: z.enum(PAYMENT_STATES),
    amount: z.string(),
    currency: z.string(),
    total: z.string().nullable().describe('What the customer is charged, with fees and tips.'),
    service_fee: z.string().nullable(),
    refunded_amount: z.string(),
    checkout_url: z.string().nullable(),
    gateway_payment_id: z.string().nullable(),
    transaction_id: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Payment' })

export const viewOfOrder = (order: OrderRow): z.output<typeof orderView> => ({
  id: order.external_id,
  number: order.number,
  amount: formatMoney(moneyFromMinor(order.amount_minor, order.currency)),
  currency: order.currency,
  status: order.status,
  trouble: order.trouble,
  description: order.description,
  customer: order.customer,
  metadata: order.metadata,
  created_at: order.created_at.toISOString(),
  paid_at: order.paid_at?.toISOString() ?? null,
})

/** `null` for an attempt that the gateway does not have (yet). */
export const viewOfPayment = (payment: PaymentRow): z.output<typeof paymentView> | null => {
  const { state } = payment
  if (!isPaymentState(state)) return null
  const decimal = (minor: bigint) => formatMoney(moneyFromMinor(minor, payment.currency))
  const decimalOrNull = (minor: bigint | null) => (minor === null ? null : decimal(minor))
  return {
    id: payment.id,
    attempt: payment.attempt,
    mode: payment.mode,
    state,
    amount: decimal(payment.amount_minor),
    currency: payment.currency,
    total: decimalOrNull(payment.total_minor),
    service_fee: decimalOrNull(payment.service_fee_minor),
    refunded_amount: decimal(payment.refunded_minor),
    checkout_url: payment.checkout_url,
    gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
    transaction_id: payment.transaction_id,
    expires_at: payment.expires_at?.toISOString() ?? null,
    created_at: payment.created_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
  }
}
