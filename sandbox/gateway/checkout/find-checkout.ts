import type { Sandbox } from '../context.ts'
import { findPaymentBySlug } from '../database/payments.ts'
import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import { isSlug } from '../payments/slug.ts'
import { isFormKey } from './form-input.ts'

export const findCheckout = async (
  { database }: Sandbox,
  slug = '',
): Promise<SandboxPaymentRow | undefined> =>
  isSlug(slug) ? findPaymentBySlug(database.query, slug) : undefined

/** Finds the attempt that a customer returns from. Only their browser knows the form key. */
export const findAttempt = async (
  { database }: Sandbox,
  { payment, formKey }: { payment: SandboxPaymentRow; formKey: string | null },
): Promise<TransactionRow | undefined> =>
  isFormKey(formKey)
    ? database.query
        .selectFrom('transactions')
        .selectAll()
        .where('payment_id', '=', payment.id)
        .where('form_key', '=', formKey)
        .executeTakeFirst()
    : undefined
