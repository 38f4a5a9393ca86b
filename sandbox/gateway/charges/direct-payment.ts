import type { Environment } from '../../../src/contract/keys.ts'
import type { Currency } from '../../../src/domain/currencies.ts'
import { currencyByCode, currencyByNumericCode } from '../../../src/domain/currencies.ts'
import type { CustomerPrefill } from '../bodies/create-payment.ts'
import { customerColumns } from '../database/payments.ts'
import type { ChargeOrigin, NewSandboxPayment } from '../database/tables.ts'
import type { Checked, Violations } from '../messages.ts'
import { decorationViolations } from '../payments/decoration-rules.ts'
import { readAmount } from '../payments/pricing/amount.ts'
import { newSlug } from '../payments/slug.ts'
import type { Profile } from '../profile.ts'

/** Excludes tax, tip and fee (4.12, 4.13). */
export interface DirectTerms {
  currency: Currency
  amountMinor: bigint
}

export const directTermsOf = (
  body: {
    amount: string
    currency_code?: string | undefined
    description?: string | undefined
    metadata?: Record<string, unknown> | undefined
  },
  profile: Profile,
): Checked<{ terms: DirectTerms }> => {
  const violations: Violations = {}
  const requested = body.currency_code
  const named =
    requested === undefined
      ? undefined
      : (currencyByCode(requested) ?? currencyByNumericCode(requested))
  if (requested !== undefined && !(named && profile.currencies.includes(named.numericCode))) {
    violations.currency_code = [`currency_not_enabled:${requested}`]
  }
  const currency = named ?? currencyByNumericCode(profile.currencies[0])
  if (!currency)
    throw new Error(`The profile enables an unknown currency: ${profile.currencies[0]}`)
  const amount = readAmount(body.amount, currency)
  if (!amount.ok) violations.amount = [amount.violation]
  Object.assign(violations, decorationViolations(body, profile))
  return amount.ok && Object.keys(violations).length === 0
    ? { ok: true, terms: { currency, amountMinor: amount.minor } }
    : { ok: false, violations }
}

export const newDirectPayment = (options: {
  environment: Environment
  origin: Exclude<ChargeOrigin, 'checkout'>
  terms: DirectTerms
  name: string
  description?: string | null | undefined
  external_reference: string | undefined
  metadata: Record<string, unknown> | undefined
  customer: CustomerPrefill
  profile: Pick<Profile, 'charge_metadata'>
  now: Date
}): NewSandboxPayment => {
  const { terms, customer, profile } = options
  const metadata = profile.charge_metadata === 'dropped' ? undefined : options.metadata
  return {
    environment: options.environment,
    slug: newSlug(),
    origin: options.origin,
    name: options.name,
    description: options.description,
    currency_code: terms.currency.code,
    amount_minor: terms.amountMinor,
    subtotal_minor: terms.amountMinor,
    sales_tax_minor: 0n,
    service_fee_minor: 0n,
    total_minor: terms.amountMinor,
    pricing_rules: { tax: { type: 'none' }, tip: { mode: 'none' }, fee: null },
    reusable: false,
    // Always a string in the payment object (2.1).
    external_reference: options.external_reference ?? '',
    metadata: JSON.stringify(metadata ?? {}),
    ...customerColumns(customer),
    lock_customer_fields: false,
    created_at: options.now,
  }
}
