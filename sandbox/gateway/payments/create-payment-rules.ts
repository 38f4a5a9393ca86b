import type { Currency } from '../../../src/domain/currencies.ts'
import { currencyByNumericCode } from '../../../src/domain/currencies.ts'
import type { CreatePaymentBody } from '../bodies/create-payment.ts'
import type { Checked, Violation, Violations } from '../messages.ts'
import type { Profile } from '../profile.ts'
import { decorationViolations } from './decoration-rules.ts'
import { parseExpiry } from './expiry.ts'
import { readAmount, readDecimal } from './pricing/amount.ts'
import { feeTermsOf } from './pricing/fee-terms.ts'
import { type PricingRules, percentOf } from './pricing/pricing.ts'

export interface PaymentTerms {
  currency: Currency
  amountMinor: bigint
  /** 0 if the customer picks it later. */
  tipMinor: bigint
  rules: PricingRules
  expiresAt: Date | null
}

/** Six decimals: enough for any tax rate, and bounded. */
const PERCENTAGE = /^\d{1,3}(\.\d{1,6})?$/

/**
 * Validates rules across fields, against clock and configuration (4.3, 8). Reports every violation.
 */
export const termsOf = (
  body: CreatePaymentBody,
  { profile, now }: { profile: Profile; now: Date },
): Checked<{ terms: PaymentTerms }> => {
  const violations: Violations = {}
  const broken = (field: string, violation: Violation) => {
    violations[field] = [...(violations[field] ?? []), violation]
  }

  const currency = currencyOf(body, { profile, broken })
  const toMinor = (field: string, decimal: string | undefined): bigint | undefined => {
    if (decimal === undefined) return undefined
    const reading = readDecimal(decimal, currency)
    if (reading.ok) return reading.minor
    broken(field, reading.violation)
    return undefined
  }

  const amount = readAmount(body.amount, currency)
  if (!amount.ok) broken('amount', amount.violation)
  const amountMinor = amount.ok ? amount.minor : 0n
  Object.assign(violations, decorationViolations(body, profile))
  const context: RuleContext = { body, profile, amountMinor, toMinor, broken }
  const tax = taxRule(context)
  const tip = tipRule(context)
  const expiresAt = body.expires_at === undefined ? null : parseExpiry(body.expires_at)
  if (expiresAt === undefined) broken('expires_at', 'timestamp')
  if (expiresAt && expiresAt <= now) broken('expires_at', 'future')

  if (Object.keys(violations).length > 0) return { ok: false, violations }
  const fee = body.service_fee_enabled ? feeTermsOf(profile, currency) : null
  const rules = { tax, tip: tip.rule, fee }
  return {
    ok: true,
    terms: { currency, amountMinor, tipMinor: tip.fixedMinor, rules, expiresAt: expiresAt ?? null },
  }
}

interface RuleContext {
  body: CreatePaymentBody
  profile: Profile
  amountMinor: bigint
  toMinor(field: string, decimal: string | undefined): bigint | undefined
  broken(field: string, violation: Violation): void
}

const currencyOf = (
  body: CreatePaymentBody,
  { profile, broken }: { profile: Profile; broken: RuleContext['broken'] },
): Currency => {
  const requested = body.currency_code
  if (requested !== undefined && !profile.currencies.includes(requested)) {
    broken('currency_code', `currency_not_enabled:${requested}`)
  }
  const enabled = profile.currencies.find((code) => code === requested) ?? profile.currencies[0]
  const currency = currencyByNumericCode(enabled)
  if (!currency) throw new Error(`The profile enables an unknown currency: ${enabled}`)
  return currency
}

const taxRule = ({ body, toMinor, broken }: RuleContext): PricingRules['tax'] => {
  const { sales_tax_type: type = 'none', sales_tax_value: value } = body
  if (type === 'none') return { type }
  if (value === undefined) {
    broken('sales_tax_value', 'required')
    return { type: 'none' }
  }
  if (value.startsWith('-')) broken('sales_tax_value', 'min:0')
  if (type === 'fixed') {
    return { type, minor: String(toMinor('sales_tax_value', value) ?? 0n) }
  }
  return { type, percent: percentage('sales_tax_value', { value, broken }) }
}

const percentage = (
  field: string,
  { value, broken }: { value: string; broken: RuleContext['broken'] },
): string => {
  if (Number(value) > 100) broken(field, 'max:100')
  else if (!PERCENTAGE.test(value)) broken(field, value.startsWith('-') ? 'min:0' : 'numeric')
  else return value
  return '0'
}

const tipRule = (context: RuleContext): { rule: PricingRules['tip']; fixedMinor: bigint } => {
  const { body, broken } = context
  const limits = tipLimits(context)
  const presetPercentages = (body.tip_preset_percentages ?? []).map((value) =>
    percentage('tip_preset_percentages', { value, broken }),
  )
  if (!body.tip_enabled) return { rule: { mode: 'none' }, fixedMinor: 0n }

  const isFixed = body.tip_type !== undefined || body.tip_value !== undefined
  if (isFixed && body.tip_customer_selectable) broken('tip_enabled', 'tip_mode_ambiguous')
  if (!isFixed && !body.tip_customer_selectable) broken('tip_enabled', 'tip_mode_missing')
  if (isFixed) return { rule: { mode: 'fixed' }, fixedMinor: fixedTip(context) }
  return {
    rule: {
      mode: 'customer',
      presetPercentages,
      allowCustom: body.tip_allow_custom ?? presetPercentages.length === 0,
      ...limits,
    },
    fixedMinor: 0n,
  }
}

/** "Allowed values not shown" (4.3); each profile accepts one pair. */
const TIP_TYPES: Record<Profile['tip_types'], Readonly<Record<string, 'fixed' | 'percentage'>>> = {
  fixed_percentage: { fixed: 'fixed', percentage: 'percentage' },
  amount_percent: { amount: 'fixed', percent: 'percentage' },
}

const fixedTip = ({ body, profile, amountMinor, toMinor, broken }: RuleContext): bigint => {
  const { tip_type: given, tip_value: value } = body
  const types = TIP_TYPES[profile.tip_types]
  const type = given !== undefined && Object.hasOwn(types, given) ? types[given] : undefined
  if (given === undefined) broken('tip_type', 'required')
  else if (!type) broken('tip_type', `choice:${Object.keys(types).join(', ')}`)
  if (value === undefined) {
    broken('tip_value', 'required')
    return 0n
  }
  if (value.startsWith('-')) broken('tip_value', 'min:0')
  const tipMinor =
    type === 'percentage'
      ? percentOf(amountMinor, percentage('tip_value', { value, broken }))
      : (toMinor('tip_value', value) ?? 0n)
  if (tipMinor > amountMinor) broken('tip_value', 'tip_above_amount')
  return tipMinor
}

/** Each at most `amount` (8). */
const tipLimits = ({ body, amountMinor, toMinor, broken }: RuleContext) => {
  const limit = (field: 'tip_min_amount' | 'tip_max_amount'): string | null => {
    const minor = toMinor(field, body[field])
    if (minor === undefined) return null
    if (minor < 0n) broken(field, 'min:0')
    if (minor > amountMinor) broken(field, 'tip_above_amount')
    return String(minor)
  }
  const limits = { minMinor: limit('tip_min_amount'), maxMinor: limit('tip_max_amount') }
  if (limits.minMinor && limits.maxMinor && BigInt(limits.minMinor) > BigInt(limits.maxMinor)) {
    broken('tip_min_amount', `max:${body.tip_max_amount}`)
  }
  return limits
}
