import { z } from 'zod'
import { operation } from './operation.ts'
import { TRANSACTION_FRAGMENTS, transaction } from './transaction.ts'

const paidOrder = z.object({
  id: z.string(),
  displayFinancialStatus: z.string().nullish(),
})

/**
 * Marks all that is outstanding as paid. A repeat returns the user error `Order cannot be marked as
 * paid.`
 */
export const markPaidMutation = operation<{ id: string }>('admin')(
  `mutation MarkPaid($id: ID!) {
  orderMarkAsPaid(input: { id: $id }) {
    order { id displayFinancialStatus }
    userErrors { field message }
  }
}`,
  z
    .object({ orderMarkAsPaid: z.object({ order: paidOrder.nullish() }) })
    .transform(({ orderMarkAsPaid: { order } }) => order ?? null),
)

export type ManualPayment = {
  id: string
  amount: { amount: string; currencyCode: string }
  /** The merchant's name for the method. */
  paymentMethodName: string
  /** ISO 8601. */
  processedAt: string
}

/** Records an exact payment; Plus only. Not idempotent: re-read the order before a retry. */
export const createManualPaymentMutation = operation<ManualPayment>('admin', { hasOtherWay: true })(
  `mutation ManualPayment($id: ID!, $amount: MoneyInput!, $paymentMethodName: String!, $processedAt: DateTime!) {
  orderCreateManualPayment(
    id: $id, amount: $amount, paymentMethodName: $paymentMethodName, processedAt: $processedAt
  ) {
    order { id displayFinancialStatus }
    userErrors { field message }
  }
}`,
  z
    .object({ orderCreateManualPayment: z.object({ order: paidOrder.nullish() }) })
    .transform(({ orderCreateManualPayment: { order } }) => order ?? null),
)

export type CaptureInput = {
  id: string
  /** Pending and `manuallyCapturable`. */
  parentTransactionId: string
  amount: string
  currency: string
}

/** Captures all or part of a pending manual payment. Fallback: `markPaid`. */
export const capturePendingMutation = operation<{ input: CaptureInput }>('admin', {
  hasOtherWay: true,
})(
  `mutation CapturePending($input: OrderCaptureInput!) {
  orderCapture(input: $input) {
    transaction { ...Tx }
    userErrors { field message }
  }
}${TRANSACTION_FRAGMENTS}`,
  z
    .object({ orderCapture: z.object({ transaction: transaction.nullish() }) })
    .transform(({ orderCapture }) => orderCapture.transaction ?? null),
)
