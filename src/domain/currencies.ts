import currencyCodes from 'currency-codes'

/** A currency of ISO 4217. `exponent`: how many decimals its minor unit has (HNL 2, JPY 0, KWD 3). */
export interface Currency {
  /** Alphabetic code: `HNL`. */
  code: string
  /** Numeric code, three digits: `340`. */
  numericCode: string
  exponent: number
}

const toCurrency = (record: ReturnType<typeof currencyCodes.code>): Currency | undefined =>
  record && { code: record.code, numericCode: record.number, exponent: record.digits }

/** Looks a currency up by its alphabetic code, `HNL`. */
export const currencyByCode = (code: string): Currency | undefined =>
  /^[A-Z]{3}$/.test(code) ? toCurrency(currencyCodes.code(code)) : undefined

/** Looks a currency up by its numeric code, `340`. */
export const currencyByNumericCode = (numericCode: string): Currency | undefined =>
  /^\d{3}$/.test(numericCode) ? toCurrency(currencyCodes.number(numericCode)) : undefined
