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

interface Rule {
  field: keyof CheckedPayment
  message: string
  isBroken(payment: CheckedPayment): boolean
}

/** Invariants between a payment's fields (2.1, 3). */
const RULES: readonly Rule[] = [
  {
    field: 'total',
    message: 'is not subtotal + sales_tax_amount + service_fee_amount',
    isBroken: ({ subtotal, sales_tax_amount, service_fee_amount, total }) =>
      Math.abs(subtotal + sales_tax_amount + service_fee_amount - total) > total * RELATIVE_NOISE,
  },
  {
    field: 'paid_at',
    message: 'does not fit the status: null while pending, a time once paid',
    isBroken: ({ status, paid_at }) =>
      (status === 'pending' && paid_at !== null) || (status === 'paid' && paid_at === null),
  },
  {
    field: 'transaction_id',
    message: 'is null on a paid payment',
    isBroken: ({ status, transaction_id }) => status === 'paid' && transaction_id === null,
  },
  {
    field: 'refunded_amount',
    message: 'is absent from a paid or voided payment',
    isBroken: ({ status, refunded_amount }) =>
      (status === 'paid' || status === 'voided') && refunded_amount === undefined,
  },
  {
    field: 'refund_status',
    message: 'is not full on a voided payment',
    isBroken: ({ status, refund_status }) => status === 'voided' && refund_status !== 'full',
  },
]

/** Checks invariants that JSON Schema cannot express; the document has them as text. */
export const checkPayment = (
  payment: CheckedPayment,
  context: z.core.$RefinementCtx<CheckedPayment>,
): void => {
  for (const { field, message, isBroken } of RULES) {
    if (isBroken(payment)) context.addIssue({ code: 'custom', path: [field], message })
  }
}
