/** Exact positive fraction. */
export interface Ratio {
  numerator: bigint
  denominator: bigint
}

/** Parses `7.5` or `0.0425` exactly; expects validated text. */
export const ratioOf = (decimal: string): Ratio => {
  const [whole = '0', decimals = ''] = decimal.split('.')
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

export type TaxRule =
  | { type: 'none' }
  | { type: 'fixed'; minor: string }
  | { type: 'percentage'; percent: string }

export interface TipChoice {
  presetPercentages: string[]
  allowCustom: boolean
  minMinor: string | null
  maxMinor: string | null
}

export interface FeeTerms {
  rate: string
  fixedMinor: string
  thresholdMinor: string
}

/** Strings, because JSON numbers are floats. */
export interface PricingRules {
  tax: TaxRule
  tip: { mode: 'none' } | { mode: 'fixed' } | ({ mode: 'customer' } & TipChoice)
  /** Commission on the customer; `null` if the merchant bears it. */
  fee: FeeTerms | null
}

export interface Breakdown {
  subtotal_minor: bigint
  sales_tax_minor: bigint
  service_fee_minor: bigint
  total_minor: bigint
}

export const priceColumns = (row: Breakdown): Breakdown => ({
  subtotal_minor: row.subtotal_minor,
  sales_tax_minor: row.sales_tax_minor,
  service_fee_minor: row.service_fee_minor,
  total_minor: row.total_minor,
})

/**
 * Adds subtotal, tax and service fee (2.1, 4.3). The contract does not place the tip; here it joins
 * the subtotal once known, so the sum always holds.
 */
export const priceOf = (options: {
  amountMinor: bigint
  tipMinor: bigint
  rules: Pick<PricingRules, 'tax' | 'fee'>
}): Breakdown => {
  const subtotalMinor = options.amountMinor + options.tipMinor
  const salesTaxMinor = taxOn(subtotalMinor, options.rules.tax)
  const serviceFeeMinor = serviceFeeOn(subtotalMinor + salesTaxMinor, options.rules.fee)
  return {
    subtotal_minor: subtotalMinor,
    sales_tax_minor: salesTaxMinor,
    service_fee_minor: serviceFeeMinor,
    total_minor: subtotalMinor + salesTaxMinor + serviceFeeMinor,
  }
}

const taxOn = (subtotalMinor: bigint, tax: TaxRule): bigint => {
  if (tax.type === 'none') return 0n
  return tax.type === 'fixed' ? BigInt(tax.minor) : percentOf(subtotalMinor, tax.percent)
}

/** Rounds half up. */
export const percentOf = (minor: bigint, percent: string): bigint => {
  const { numerator, denominator } = ratioOf(percent)
  return divideHalfUp(minor * numerator, denominator * 100n)
}

/** The threshold applies to the price before the service fee. */
const fixedPartOf = (netMinor: bigint, { fixedMinor, thresholdMinor }: FeeTerms): bigint =>
  netMinor >= BigInt(thresholdMinor) ? BigInt(fixedMinor) : 0n

/** Honduran sales tax on the commission, in percent. */
const ISV_PERCENT = 15n

/** Deductions from a charge (2.6), in minor units. */
export interface InboxDelivery {
  commissionMinor: bigint
  isvMinor: bigint
}

/** `netMinor`: the charge without its service fee. */
export const deductionsOf = (
  { chargedMinor, netMinor }: { chargedMinor: bigint; netMinor: bigint },
  terms: FeeTerms,
): InboxDelivery => {
  const { numerator, denominator } = ratioOf(terms.rate)
  return withIsv(divideHalfUp(chargedMinor * numerator, denominator) + fixedPartOf(netMinor, terms))
}

/** Caps the deductions at the charge, so a small sale never costs the merchant money. */
export const capDeductions = (kept: InboxDelivery, chargedMinor: bigint): InboxDelivery => {
  const most = (chargedMinor * 100n) / (100n + ISV_PERCENT)
  return kept.commissionMinor > most ? withIsv(most) : kept
}

const withIsv = (commissionMinor: bigint): InboxDelivery => ({
  commissionMinor,
  isvMinor: divideHalfUp(commissionMinor * ISV_PERCENT, 100n),
})

/**
 * Reverse calculation (4.3): the smallest fee that leaves `netMinor` after deductions, exact to one
 * minor unit.
 */
export const serviceFeeOn = (netMinor: bigint, fee: FeeTerms | null): bigint => {
  if (!fee) return 0n
  const left = (chargedMinor: bigint): bigint => {
    const { commissionMinor, isvMinor } = deductionsOf({ chargedMinor, netMinor }, fee)
    return chargedMinor - commissionMinor - isvMinor
  }
  const { numerator, denominator } = ratioOf(fee.rate)
  const perCent = 100n + ISV_PERCENT
  // Commission and tax round separately, so a higher charge can leave less: search upwards from a
  // lower bound that covers both roundings.
  const roundings = 108n
  const needed = netMinor * 100n + fixedPartOf(netMinor, fee) * perCent - roundings
  let charged = (needed * denominator) / (100n * denominator - perCent * numerator)
  if (charged < netMinor) charged = netMinor
  while (left(charged) < netMinor) charged++
  return charged - netMinor
}

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)
