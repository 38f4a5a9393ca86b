import type { Sandbox } from '../context.ts'
import { findPaymentBySlug } from '../database/payments.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { isSlug } from '../payments/slug.ts'

export const findCheckout = async (
  { database }: Sandbox,
  slug = '',
): Promise<SandboxPaymentRow | undefined> =>
  isSlug(slug) ? findPaymentBySlug(database.query, slug) : undefined
