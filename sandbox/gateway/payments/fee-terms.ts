import type { Currency } from '../../../src/domain/currencies.ts'
import { parseMoney } from '../../../src/domain/money.ts'
import type { Profile } from '../profile.ts'
import type { FeeTerms } from './pricing.ts'

/** What the service keeps of a charge in a currency (`gateway-api.md` 4.3), as the profile has it. */
export const feeTermsOf = (profile: Profile, currency: Currency): FeeTerms => {
  const minorOf = (decimal: string): string => {
    // The profile's amounts are for every currency, also for those without decimals.
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
