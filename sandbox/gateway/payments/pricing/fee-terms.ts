import type { Currency } from '../../../../src/domain/currencies.ts'
import { parseMoney } from '../../../../src/domain/money.ts'
import type { Profile } from '../../profile.ts'
import type { FeeTerms } from './pricing.ts'

/** Fee terms of the profile (4.3), in minor units. */
export const feeTermsOf = (profile: Profile, currency: Currency): FeeTerms => {
  const minorOf = (decimal: string): string => {
    // Profile amounts apply to every currency, even without decimals.
    const parsed = parseMoney(Number(decimal).toFixed(currency.exponent), currency)
    if (!parsed.ok) throw new Error(`The profile's fee of ${decimal} is no amount`)
    return String(parsed.money.minor)
  }
  return {
    rate: profile.fee_rate,
    fixedMinor: minorOf(profile.fee_fixed),
    thresholdMinor: minorOf(profile.fee_threshold),
  }
}
