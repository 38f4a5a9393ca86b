import currencyCodes from 'currency-codes'

/** An ISO 4217 currency. `exponent`: decimals of its minor unit (HNL 2, JPY 0, KWD 3). */
export interface Currency {
  code: string
  /** Numeric code, three digits: `340`. */
  numericCode: string
  exponent: number
}

const toCurrency = (record: ReturnType<typeof currencyCodes.code>): Currency | undefined =>
  record && { code: record.code, numericCode: record.number, exponent: record.digits }

export const currencyByCode = (code: string): Currency | undefined =>
  /^[A-Z]{3}$/.test(code) ? toCurrency(currencyCodes.code(code)) : undefined

export const currencyByNumericCode = (numericCode: string): Currency | undefined =>
  /^\d{3}$/.test(numericCode) ? toCurrency(currencyCodes.number(numericCode)) : undefined

/** All currencies of ISO 4217. */
export const currencies: readonly Currency[] = currencyCodes
  .codes()
  .flatMap((code) => currencyByCode(code) ?? [])
