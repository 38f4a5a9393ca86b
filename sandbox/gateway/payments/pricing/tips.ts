import { formatMoney, moneyFromMinor, parseMoney } from '../../../../src/domain/money.ts'
import type { SandboxPaymentRow } from '../../database/tables.ts'
import { type Breakdown, percentOf, priceOf } from './pricing.ts'

export type TipReading = { ok: true; minor: bigint } | { ok: false; reason: string }

/**
 * Parses a customer-chosen tip (4.3): within bounds, and a preset percentage unless custom tips are
 * allowed. No tip is always valid.
 */
export const readTip = (decimal: string | undefined, payment: SandboxPaymentRow): TipReading => {
  const { tip } = payment.pricing_rules
  if (decimal === undefined) return { ok: true, minor: 0n }
  if (tip.mode !== 'customer') {
    return { ok: false, reason: 'On this payment the customer picks no tip.' }
  }
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const parsed = parseMoney(decimal, currency)
  if (!parsed.ok || parsed.money.minor < 0n) return { ok: false, reason: 'No amount.' }
  const { minor } = parsed.money
  if (minor === 0n) return { ok: true, minor }
  const isPreset = tip.presetPercentages.some(
    (percent) => percentOf(payment.amount_minor, percent) === minor,
  )
  if (!tip.allowCustom && !isPreset) {
    return { ok: false, reason: 'On this payment the tip is one of its percentages, or none.' }
  }
  const below = tip.minMinor !== null && minor < BigInt(tip.minMinor)
  const above = minor > BigInt(tip.maxMinor ?? payment.amount_minor)
  if (!below && !above) return { ok: true, minor }
  const limit = BigInt((below ? tip.minMinor : tip.maxMinor) ?? payment.amount_minor)
  const shown = formatMoney({ minor: limit, currency })
  return { ok: false, reason: below ? `At least ${shown}.` : `At most ${shown}.` }
}

export const priceWithTip = (
  payment: SandboxPaymentRow,
  tipMinor: bigint | undefined,
): Breakdown => {
  const { amount_minor: amountMinor, pricing_rules: rules } = payment
  return rules.tip.mode === 'customer'
    ? priceOf({ amountMinor, tipMinor: tipMinor ?? 0n, rules })
    : payment
}
