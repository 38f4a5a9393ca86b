import { z } from 'zod'
import { operation } from './operation.ts'
import { TRANSACTION_FRAGMENTS, transaction } from './transaction.ts'

const paidOrder = z.object({
  id: z.string(),
  displayFinancialStatus: z.string().nullish(),
})

/** Takes all that is outstanding as paid. A second time it is refused: `Order cannot be marked as paid.` */
export const markPaid = operation<{ id: string }>('admin')(
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
  /** The order. */
  id: string
  amount: { amount: string; currencyCode: string }
  /** As the merchant calls the method. */
  paymentMethodName: string
  /** When it was paid; ISO 8601. */
  processedAt: string
}

/** Takes so much as paid; of shops on Plus only. It has no idempotency: who repeats it reads first. */
export const createManualPayment = operation<ManualPayment>('admin', { hasOtherWay: true })(
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
  /** The order. */
  id: string
  /** The sale that is pending, with `manuallyCapturable`. */
  parentTransactionId: string
  amount: string
  currency: string
}

/** Takes a part of a manual payment that is pending as paid, or all of it. Else `markPaid` does. */
export const capturePending = operation<{ input: CaptureInput }>('admin', { hasOtherWay: true })(
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
