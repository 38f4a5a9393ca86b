import type { Kysely, Transaction, Updateable } from 'kysely'
import { priceColumns } from '../payments/pricing/pricing.ts'
import { changePayment, findSandboxPayment, lockPayment } from './payments.ts'
import type {
  PaymentAttempt,
  SandboxPaymentRow,
  ScopedId,
  Tables,
  TransactionRow,
  TransactionsTable,
} from './tables.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Finds a transaction by UUID; `undefined` if malformed or of another environment. */
export const findTransaction = async (
  query: Kysely<Tables>,
  { id, environment }: ScopedId,
): Promise<TransactionRow | undefined> => {
  if (!UUID.test(id)) return undefined
  const byId = query.selectFrom('transactions').selectAll().where('id', '=', id)
  return (
    environment === 'any' ? byId : byId.where('environment', '=', environment)
  ).executeTakeFirst()
}

export const findAttemptOfForm = async (
  query: Kysely<Tables>,
  { payment, formKey }: { payment: SandboxPaymentRow; formKey: string | undefined },
) =>
  formKey === undefined
    ? undefined
    : query
        .selectFrom('transactions')
        .selectAll()
        .where('payment_id', '=', payment.id)
        .where('form_key', '=', formKey)
        .executeTakeFirst()

export const findWithPayment = async (
  query: Kysely<Tables>,
  scoped: ScopedId,
): Promise<PaymentAttempt | undefined> => {
  const transaction = await findTransaction(query, scoped)
  const id = String(transaction?.payment_id)
  const payment = transaction && (await findSandboxPayment(query, { ...scoped, id }))
  return payment && { payment, transaction }
}

/** Locks the payment's row. */
export const lockTransaction = async (
  trx: Transaction<Tables>,
  scoped: ScopedId,
): Promise<PaymentAttempt | undefined> => {
  const found = await findTransaction(trx, scoped)
  const payment = found && (await lockPayment(trx, found.payment_id))
  // It may have changed during the wait for the lock.
  const transaction = found && (await findTransaction(trx, scoped))
  return payment && transaction && { payment, transaction }
}

/**
 * Returns the payment with one transaction's status and amounts: a reusable payment's transactions
 * are independent (2.3).
 */
export const viewThroughTransaction = (
  payment: SandboxPaymentRow,
  transaction: TransactionRow,
): SandboxPaymentRow => ({
  ...payment,
  status:
    transaction.status === 'pending' || transaction.status === 'declined'
      ? payment.status
      : transaction.status,
  ...columnsInPayment(transaction),
})

const columnsInPayment = (transaction: TransactionRow) => ({
  transaction_id: transaction.id,
  ...priceColumns(transaction),
  refunded_minor: transaction.refunded_minor,
  paid_at: transaction.paid_at,
})

export const showInPayment = async (
  trx: Transaction<Tables>,
  { payment, transaction }: PaymentAttempt,
): Promise<SandboxPaymentRow> => {
  const { status } = viewThroughTransaction(payment, transaction)
  return changePayment(trx, payment.id, {
    // Disabled is final, even after a refund.
    status: payment.status === 'disabled' ? 'disabled' : status,
    ...columnsInPayment(transaction),
  })
}

export const changeTransaction = (
  trx: Transaction<Tables>,
  id: string,
  changes: Updateable<TransactionsTable>,
) =>
  trx
    .updateTable('transactions')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteFormFields = async (
  trx: Transaction<Tables>,
  attempts: { of: 'payments'; ids: readonly number[] } | { of: 'transaction'; id: string },
): Promise<void> => {
  await trx
    .updateTable('transactions')
    .set({ form_fields: null })
    .where('form_fields', 'is not', null)
    .where((where) =>
      attempts.of === 'payments'
        ? where('payment_id', 'in', attempts.ids)
        : where('id', '=', attempts.id),
    )
    .execute()
}
