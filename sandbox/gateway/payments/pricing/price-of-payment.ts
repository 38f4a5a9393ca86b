import type { SandboxPaymentRow } from '../../database/tables.ts'
import { type Breakdown, priceOf } from './pricing.ts'

/** Ignores the tip unless the customer may choose one. */
export const priceWithTip = (
  payment: SandboxPaymentRow,
  tipMinor: bigint | undefined,
): Breakdown => {
  const { amount_minor: amountMinor, pricing_rules: rules } = payment
  return rules.tip.mode === 'customer'
    ? priceOf({ amountMinor, tipMinor: tipMinor ?? 0n, rules })
    : payment
}
