import type { Kysely, Transaction } from 'kysely'
import { lockPayment } from './payments.ts'
import type { EnvironmentScope, PaymentRow, Tables, TransactionRow } from './tables.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** A transaction by its UUID; `undefined` for anything that is none, and for another environment's. */
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

/**
 * A transaction and its payment, with the payment's row locked: until the database transaction
 * ends, nobody else decides about either.
 */
export const lockTransaction = async (
  trx: Transaction<Tables>,
  { id, environment }: { id: string; environment: EnvironmentScope },
): Promise<{ payment: PaymentRow; transaction: TransactionRow } | undefined> => {
  const found = await findTransaction(trx, { id, environment })
  const payment = found && (await lockPayment(trx, found.payment_id))
  // Read again: what was found may have changed while the lock was waited for.
  const transaction = found && (await findTransaction(trx, { id, environment }))
  return payment && transaction && { payment, transaction }
}

/**
 * A payment as one of its transactions shows it. A reusable payment can carry several, and what
 * happens to one leaves the others untouched (2.3): answers and events about a transaction show
 * the payment through that one.
 */
export const seenThrough = (payment: PaymentRow, transaction: TransactionRow): PaymentRow => ({
  ...payment,
  status:
    transaction.status === 'pending' || transaction.status === 'declined'
      ? payment.status
      : transaction.status,
  transaction_id: transaction.id,
  subtotal_minor: transaction.subtotal_minor,
  sales_tax_minor: transaction.sales_tax_minor,
  service_fee_minor: transaction.service_fee_minor,
  total_minor: transaction.total_minor,
  refunded_minor: transaction.refunded_minor,
  paid_at: transaction.paid_at,
})

/** Writes what became of a transaction into its payment, where that one shows it. */
export const showInPayment = async (
  trx: Transaction<Tables>,
  { payment, transaction }: { payment: PaymentRow; transaction: TransactionRow },
): Promise<PaymentRow> => {
  const seen = seenThrough(payment, transaction)
  return trx
    .updateTable('payments')
    .set({
      // Disabled is an end of the link, whatever becomes of the money.
      status: payment.status === 'disabled' ? 'disabled' : seen.status,
      transaction_id: seen.transaction_id,
      subtotal_minor: seen.subtotal_minor,
      sales_tax_minor: seen.sales_tax_minor,
      service_fee_minor: seen.service_fee_minor,
      total_minor: seen.total_minor,
      refunded_minor: seen.refunded_minor,
      paid_at: seen.paid_at,
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What customers typed beside their cards is personal: it is kept while a form may show it again. */
export const forgetFormFields = async (
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
