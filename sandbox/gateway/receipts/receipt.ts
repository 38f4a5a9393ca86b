import type { Sandbox } from '../context.ts'
import type { PaymentAttempt, ScopedId } from '../database/tables.ts'
import { findWithPayment, viewThroughTransaction } from '../database/transactions.ts'

export type SandboxReceiptOutcome =
  /** An approved charge, possibly voided or refunded since. */
  | { kind: 'found'; receipt: PaymentAttempt }
  /** Has its own code (7). */
  | { kind: 'only-attempted' }
  | { kind: 'not-found' }

/** Finds a receipt (4.8, 4.9). */
export const findReceipt = async (
  { database }: Pick<Sandbox, 'database'>,
  scoped: ScopedId,
): Promise<SandboxReceiptOutcome> => {
  const found = await findWithPayment(database.query, scoped)
  if (!found) return { kind: 'not-found' }
  const { payment, transaction } = found
  if (transaction.status === 'pending' || transaction.status === 'declined') {
    return { kind: 'only-attempted' }
  }
  const shown = viewThroughTransaction(payment, transaction)
  return { kind: 'found', receipt: { payment: shown, transaction } }
}

export const receiptUrl = (transactionId: string, publicUrl: string): string =>
  `${publicUrl}/receipts/${transactionId}`

/** Receipt metadata (2.4). */
export const receiptObject = (
  { payment, transaction }: PaymentAttempt,
  { publicUrl }: Pick<Sandbox, 'publicUrl'>,
) => ({
  payment_id: payment.id,
  transaction_id: transaction.id,
  receipt_url: receiptUrl(transaction.id, publicUrl),
})
