import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { moneyFromMinor } from '../../../src/domain/money.ts'
import { parseJsonExactly } from '../../../src/runtime/text/json.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import type { Profile } from '../profile.ts'
import { jsonAmount } from './pricing/amount.ts'

/** A void counts as `full`, although nothing was refunded (2.1). */
const refundStatusOf = (row: SandboxPaymentRow): 'none' | 'partial' | 'full' => {
  if (row.refunded_minor === 0n) return 'none'
  return row.refunded_minor === row.total_minor ? 'full' : 'partial'
}

/** Guaranteed only on paid and voided payments (2.1). */
const showsRefundSum = (
  { status }: SandboxPaymentRow,
  { refunded_amount }: Pick<Profile, 'refunded_amount'>,
): boolean => refunded_amount === 'on_every_charge' || status === 'paid' || status === 'voided'

const orNull = (instant: Date | null): string | null => instant && formatHondurasTime(instant)

export const hostedCheckoutUrlOf = (row: Pick<SandboxPaymentRow, 'slug'>, publicUrl: string) =>
  `${publicUrl}/checkout/${row.slug}`

/**
 * Builds the payment object of GET and webhooks (2.1), with empty `metadata` as an array. Only here
 * do amounts become JSON numbers.
 */
export const paymentObjectOf = (
  row: SandboxPaymentRow,
  { publicUrl, profile }: { publicUrl: string; profile: Pick<Profile, 'refunded_amount'> },
) => {
  const { currency } = moneyFromMinor(0n, row.currency_code)
  const amount = (minor: bigint): number => jsonAmount(minor, row.currency_code)
  return {
    id: row.id,
    status: row.status,
    name: row.name,
    description: row.description,
    amount: amount(row.amount_minor),
    reusable: row.reusable,
    subtotal: amount(row.subtotal_minor),
    sales_tax_amount: amount(row.sales_tax_minor),
    service_fee_amount: amount(row.service_fee_minor),
    total: amount(row.total_minor),
    currency: currency.numericCode,
    currency_iso: currency.code,
    external_reference: row.external_reference,
    metadata: row.metadata === '{}' ? [] : parseJsonExactly(row.metadata),
    customer: {
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      identity_number: row.customer_identity_number,
    },
    lock_customer_fields: row.lock_customer_fields,
    checkout_url: hostedCheckoutUrlOf(row, publicUrl),
    transaction_id: row.transaction_id,
    ...(row.paid_at && showsRefundSum(row, profile)
      ? { refunded_amount: amount(row.refunded_minor) }
      : {}),
    refund_status: refundStatusOf(row),
    expires_at: orNull(row.expires_at),
    created_at: formatHondurasTime(row.created_at),
    paid_at: orNull(row.paid_at),
  }
}

/**
 * Builds the creation response (2.1): empty `metadata` as an object, `lock_customer_fields`
 * optional, dropped fields in `warnings`.
 */
export const createdPaymentObject = (
  row: SandboxPaymentRow,
  options: { publicUrl: string; profile: Profile; warnings: readonly string[] },
) => {
  const { lock_customer_fields, ...payment } = paymentObjectOf(row, options)
  return {
    ...payment,
    ...(options.profile.lock_customer_fields_in_creation ? { lock_customer_fields } : {}),
    metadata: row.metadata === '{}' ? {} : payment.metadata,
    ...(options.warnings.length > 0 ? { warnings: options.warnings } : {}),
  }
}
