/** A positive fraction with exact whole parts, for rates and percentages. */
export interface Ratio {
  numerator: bigint
  denominator: bigint
}

/** Reads `7.5` or `0.0425` exactly. The text was checked before: digits and at most one point. */
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

/** What the service keeps of a charge: a rate of it, and a fixed part from a threshold on. */
export interface FeeTerms {
  rate: string
  fixedMinor: string
  thresholdMinor: string
}

/**
 * What a payment's total is computed from, as it is kept in the table: decimals and minor units
 * as strings, because JSON numbers are floats.
 */
export interface PricingRules {
  tax: TaxRule
  tip: { mode: 'none' } | { mode: 'fixed' } | ({ mode: 'customer' } & TipChoice)
  /** The commission to be passed on to the customer; `null` when the merchant carries it. */
  fee: FeeTerms | null
}

export interface Breakdown {
  subtotalMinor: bigint
  salesTaxMinor: bigint
  serviceFeeMinor: bigint
  totalMinor: bigint
}

/**
 * `gateway-api.md` 2.1 and 4.3: total = subtotal + tax + service fee. Where a tip goes is not
 * shown; here it is part of the subtotal from the moment that it is known, so that the sum holds
 * for every payment object.
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
    subtotalMinor,
    salesTaxMinor,
    serviceFeeMinor,
    totalMinor: subtotalMinor + salesTaxMinor + serviceFeeMinor,
  }
}

const taxOn = (subtotalMinor: bigint, tax: TaxRule): bigint => {
  if (tax.type === 'none') return 0n
  return tax.type === 'fixed' ? BigInt(tax.minor) : percentOf(subtotalMinor, tax.percent)
}

/** `percent` per cent of an amount, rounded half up to whole minor units. */
export const percentOf = (minor: bigint, percent: string): bigint => {
  const { numerator, denominator } = ratioOf(percent)
  return divideHalfUp(minor * numerator, denominator * 100n)
}

/** The fixed part of the commission, which the price before the service fee decides about. */
const fixedPartOf = (netMinor: bigint, { fixedMinor, thresholdMinor }: FeeTerms): bigint =>
  netMinor >= BigInt(thresholdMinor) ? BigInt(fixedMinor) : 0n

/** Honduras' tax on services, in per cent of the commission. */
const ISV_PERCENT = 15n

/** What the service keeps of a charge (2.6): its commission, and the tax on that. */
export interface Kept {
  commissionMinor: bigint
  isvMinor: bigint
}

/** What the service keeps of a charge; `netMinor`: the charge without its service fee. */
export const keptOf = (
  { chargedMinor, netMinor }: { chargedMinor: bigint; netMinor: bigint },
  terms: FeeTerms,
): Kept => {
  const { numerator, denominator } = ratioOf(terms.rate)
  return withIsv(divideHalfUp(chargedMinor * numerator, denominator) + fixedPartOf(netMinor, terms))
}

/** Of a small charge the service keeps all at most: nobody is charged for selling. */
export const keptAtMost = (kept: Kept, chargedMinor: bigint): Kept => {
  const most = (chargedMinor * 100n) / (100n + ISV_PERCENT)
  return kept.commissionMinor > most ? withIsv(most) : kept
}

const withIsv = (commissionMinor: bigint): Kept => ({
  commissionMinor,
  isvMinor: divideHalfUp(commissionMinor * ISV_PERCENT, 100n),
})

/**
 * Reverse calculation (4.3): the smallest fee such that `netMinor` is left of the charge after
 * all that the service keeps of it, to the last minor unit.
 */
export const serviceFeeOn = (netMinor: bigint, fee: FeeTerms | null): bigint => {
  if (!fee) return 0n
  const left = (chargedMinor: bigint): bigint => {
    const { commissionMinor, isvMinor } = keptOf({ chargedMinor, netMinor }, fee)
    return chargedMinor - commissionMinor - isvMinor
  }
  const { numerator, denominator } = ratioOf(fee.rate)
  const perCent = 100n + ISV_PERCENT
  // Commission and tax are rounded one after the other, so that a unit more can leave a unit less:
  // it is searched upwards, from where the two roundings together cannot be enough yet.
  const roundings = 108n
  const needed = netMinor * 100n + fixedPartOf(netMinor, fee) * perCent - roundings
  let charged = (needed * denominator) / (100n * denominator - perCent * numerator)
  if (charged < netMinor) charged = netMinor
  while (left(charged) < netMinor) charged++
  return charged - netMinor
}

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)
