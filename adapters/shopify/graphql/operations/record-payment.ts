import { ignoredPayload, operation } from './operation.ts'
import { TRANSACTION_FRAGMENTS } from './transaction.ts'

/**
 * Marks all outstanding as paid. A repeat returns the user error `Order cannot be marked as paid.`
 */
export const markPaidMutation = operation<{ id: string }>('admin')(
  `mutation MarkPaid($id: ID!) {
  orderMarkAsPaid(input: { id: $id }) {
    order { id displayFinancialStatus }
    userErrors { field message }
  }
}`,
  ignoredPayload('orderMarkAsPaid', 'order'),
)

/** Records an exact payment, on Plus. Not idempotent: re-read the order before a retry. */
export const createManualPaymentMutation = operation<{
  id: string
  amount: { amount: string; currencyCode: string }
  paymentMethodName: string
  /** ISO 8601. */
  processedAt: string
}>('admin', { hasFallback: true })(
  `mutation ManualPayment($id: ID!, $amount: MoneyInput!, $paymentMethodName: String!, $processedAt: DateTime!) {
  orderCreateManualPayment(
    id: $id, amount: $amount, paymentMethodName: $paymentMethodName, processedAt: $processedAt
  ) {
    order { id displayFinancialStatus }
    userErrors { field message }
  }
}`,
  ignoredPayload('orderCreateManualPayment', 'order'),
)

/**
 * Captures all or part of a manual payment, whose parent is pending and `manuallyCapturable`.
 * Fallback: `markPaid`.
 */
export const capturePendingMutation = operation<{
  input: { id: string; parentTransactionId: string; amount: string; currency: string }
}>('admin', { hasFallback: true })(
  `mutation CapturePending($input: OrderCaptureInput!) {
  orderCapture(input: $input) {
    transaction { ...Tx }
    userErrors { field message }
  }
}${TRANSACTION_FRAGMENTS}`,
  ignoredPayload('orderCapture', 'transaction'),
)
