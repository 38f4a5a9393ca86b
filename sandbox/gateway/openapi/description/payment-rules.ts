import type { z } from 'zod'
import type { PaymentState } from '../../../../src/contract/payment-states.ts'

interface CheckedPayment {
  status: PaymentState
  subtotal: number
  sales_tax_amount: number
  service_fee_amount: number
  total: number
  transaction_id: string | null
  refunded_amount?: number | undefined
  refund_status: 'none' | 'partial' | 'full'
  paid_at: string | null
}

/** Rounding error of a sum of three doubles. */
const RELATIVE_NOISE = 1e-12

/**
 * Checks invariants between a payment's fields (2.1, 3) that JSON Schema cannot express; the
 * document has them as text.
 */
export const checkPayment = (
  payment: CheckedPayment,
  context: z.core.$RefinementCtx<CheckedPayment>,
): void => {
  const { status, subtotal, sales_tax_amount, service_fee_amount, total, paid_at } = payment
  const broken = (field: keyof CheckedPayment, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })

  const sum = subtotal + sales_tax_amount + service_fee_amount
  if (Math.abs(sum - total) > total * RELATIVE_NOISE)
    broken('total', 'is not subtotal + sales_tax_amount + service_fee_amount')
  if ((status === 'pending' && paid_at !== null) || (status === 'paid' && paid_at === null))
    broken('paid_at', 'does not fit the status: null while pending, a time once paid')
  if (status === 'paid' && payment.transaction_id === null)
    broken('transaction_id', 'is null on a paid payment')
  if ((status === 'paid' || status === 'voided') && payment.refunded_amount === undefined)
    broken('refunded_amount', 'is absent from a paid or voided payment')
  if (status === 'voided' && payment.refund_status !== 'full')
    broken('refund_status', 'is not full on a voided payment')
}
