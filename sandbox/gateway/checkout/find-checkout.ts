import type { Sandbox } from '../context.ts'
import { findPaymentBySlug } from '../database/payments.ts'
import type { PaymentRow, TransactionRow } from '../database/tables.ts'
import { isSlug } from '../payments/slug.ts'
import { isFormKey } from './form-input.ts'

/** The payment of a checkout's path; `undefined` for anything that is none. */
export const findCheckout = async (
  { database }: Sandbox,
  slug = '',
): Promise<PaymentRow | undefined> =>
  isSlug(slug) ? findPaymentBySlug(database.query, slug) : undefined

/**
 * The attempt that a customer comes back from. It is found by the key of the form that was sent,
 * which nobody knows but the browser that was given the form.
 */
export const findAttempt = async (
  { database }: Sandbox,
  { payment, formKey }: { payment: PaymentRow; formKey: string | null },
): Promise<TransactionRow | undefined> =>
  isFormKey(formKey)
    ? database.query
        .selectFrom('transactions')
        .selectAll()
        .where('payment_id', '=', payment.id)
        .where('form_key', '=', formKey)
        .executeTakeFirst()
    : undefined
