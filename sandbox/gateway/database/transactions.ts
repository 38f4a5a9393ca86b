import type { Kysely, Transaction } from 'kysely'
import { lockPayment } from './payments.ts'
import type { EnvironmentScope, SandboxPaymentRow, Tables, TransactionRow } from './tables.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Finds a transaction by UUID. Returns `undefined` for a malformed id or another environment's
 * transaction.
 */
export const findTransaction = async (
  query: Kysely<Tables>,
  { id, environment }: { id: string; environment: EnvironmentScope },
): Promise<TransactionRow | undefined> => {
  if (!UUID.test(id)) return undefined
  const byId = query.selectFrom('transactions').selectAll().where('id', '=', id)
  return (
    environment === 'any' ? byId : byId.where('environment', '=', environment)
  ).executeTakeFirst()
}

/** Finds the attempt of one rendered form. */
export const findAttemptOfForm = async (
  query: Kysely<Tables>,
  { payment, formKey }: { payment: SandboxPaymentRow; formKey: string | undefined },
): Promise<TransactionRow | undefined> =>
  formKey === undefined
    ? undefined
    : query
        .selectFrom('transactions')
        .selectAll()
        .where('payment_id', '=', payment.id)
        .where('form_key', '=', formKey)
        .executeTakeFirst()

/** Reads both and locks the payment's row until the database transaction ends. */
export const lockTransaction = async (
  trx: Transaction<Tables>,
  { id, environment }: { id: string; environment: EnvironmentScope },
): Promise<{ payment: SandboxPaymentRow; transaction: TransactionRow } | undefined> => {
  const found = await findTransaction(trx, { id, environment })
  const payment = found && (await lockPayment(trx, found.payment_id))
  // Read again: it may have changed during the wait for the lock.
  const transaction = found && (await findTransaction(trx, { id, environment }))
  return payment && transaction && { payment, transaction }
}

/**
 * Returns the payment with one transaction's status and amounts. Responses and events use this
 * view, because a reusable payment's transactions are independent (2.3).
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
  subtotal_minor: transaction.subtotal_minor,
  sales_tax_minor: transaction.sales_tax_minor,
  service_fee_minor: transaction.service_fee_minor,
  total_minor: transaction.total_minor,
  refunded_minor: transaction.refunded_minor,
  paid_at: transaction.paid_at,
})

export const showInPayment = async (
  trx: Transaction<Tables>,
  { payment, transaction }: { payment: SandboxPaymentRow; transaction: TransactionRow },
): Promise<SandboxPaymentRow> => {
  const seen = viewThroughTransaction(payment, transaction)
  return trx
    .updateTable('payments')
    .set({
      // Disabled is final for the link, even after a refund.
      status: payment.status === 'disabled' ? 'disabled' : seen.status,
      ...columnsInPayment(transaction),
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes personal form input once no form can show it. */
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
