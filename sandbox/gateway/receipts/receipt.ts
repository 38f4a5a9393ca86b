import type { Sandbox } from '../context.ts'
import { findSandboxPayment } from '../database/payments.ts'
import type { EnvironmentScope, SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import { findTransaction, viewThroughTransaction } from '../database/transactions.ts'

/** An approved charge, possibly voided or refunded since. */
export interface Receipt {
  payment: SandboxPaymentRow
  transaction: TransactionRow
}

export type SandboxReceiptOutcome =
  | { kind: 'found'; receipt: Receipt }
  /** Has its own code (7). */
  | { kind: 'only-attempted' }
  | { kind: 'not-found' }

/** Finds a receipt (4.8, 4.9). */
export const findReceipt = async (
  { database }: Pick<Sandbox, 'database'>,
  { transactionId, environment }: { transactionId: string; environment: EnvironmentScope },
): Promise<SandboxReceiptOutcome> => {
  const transaction = await findTransaction(database.query, { id: transactionId, environment })
  if (!transaction) return { kind: 'not-found' }
  if (transaction.status === 'pending' || transaction.status === 'declined') {
    return { kind: 'only-attempted' }
  }
  const payment = await findSandboxPayment(database.query, {
    id: String(transaction.payment_id),
    environment,
  })
  if (!payment) return { kind: 'not-found' }
  return {
    kind: 'found',
    receipt: { payment: viewThroughTransaction(payment, transaction), transaction },
  }
}

export const receiptUrl = (transactionId: string, publicUrl: string): string =>
  `${publicUrl}/receipts/${transactionId}`

/** Receipt metadata (2.4). */
export const receiptObject = (
  { payment, transaction }: Receipt,
  { publicUrl }: Pick<Sandbox, 'publicUrl'>,
) => ({
  payment_id: payment.id,
  transaction_id: transaction.id,
  receipt_url: receiptUrl(transaction.id, publicUrl),
})
