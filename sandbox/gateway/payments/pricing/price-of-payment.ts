import type { SandboxPaymentRow, TransactionRow } from '../../database/tables.ts'
import { type Breakdown, priceOf } from './pricing.ts'

/** Ignores the tip unless the customer may choose one. */
export const priceWithTip = (
  payment: SandboxPaymentRow,
  tipMinor: bigint | undefined,
): Breakdown =>
  payment.pricing_rules.tip.mode === 'customer'
    ? priceOf({
        amountMinor: payment.amount_minor,
        tipMinor: tipMinor ?? 0n,
        rules: payment.pricing_rules,
      })
    : priceAsCreated(payment)

export const priceAsCreated = (priced: SandboxPaymentRow | TransactionRow): Breakdown => ({
  subtotalMinor: priced.subtotal_minor,
  salesTaxMinor: priced.sales_tax_minor,
  serviceFeeMinor: priced.service_fee_minor,
  totalMinor: priced.total_minor,
})
