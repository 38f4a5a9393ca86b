import { currencyByCode } from '../../domain/currencies.ts'
import { formatMoney, type Money } from '../../domain/money.ts'
import { type Rights, SCOPES, type Scope } from '../../domain/rights.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import { WrongUse } from '../terminal/command-line.ts'

export interface KeyRightsOptions {
  scopes?: string
  refundLimit?: string
  refundDayLimit?: string
}

/** Parses `--scopes` and limits; defaults to full rights. */
export const readKeyRights = (options: KeyRightsOptions): Rights => {
  const scopes = readScopes(options.scopes)
  const limit = (option: string, text: string | undefined) => {
    if (text === undefined) return undefined
    if (scopes.includes('refund')) return parseRefundLimit(option, text)
    throw new WrongUse(`--${option}: the key lacks the scope "refund"`)
  }
  return {
    scopes,
    refundLimit: limit('refund-limit', options.refundLimit),
    refundDayLimit: limit('refund-day-limit', options.refundDayLimit),
  }
}

const readScopes = (text: string | undefined): readonly Scope[] => {
  if (text === undefined) return SCOPES
  const named = text.split(',').map((name) => name.trim())
  const unknown = named.find((name) => !SCOPES.some((scope) => scope === name))
  if (unknown !== undefined) {
    throw new WrongUse(`--scopes: "${unknown}" is not a scope (${SCOPES.join(', ')})`)
  }
  return SCOPES.filter((scope) => named.includes(scope))
}

/** Parses `500.00 HNL`. */
export const parseRefundLimit = (
  option: string,
  text: string,
  readAmount: typeof readPositiveAmount = readPositiveAmount,
): Money => {
  const [amount = '', code = '', ...more] = text.trim().split(/\s+/)
  const currency = currencyByCode(code)
  if (!currency || more.length > 0) {
    throw new WrongUse(`--${option}: expected an amount and its currency, such as "500.00 HNL"`)
  }
  const read = readAmount(amount, currency)
  if (!read.ok) throw new WrongUse(`--${option}: ${read.message.en}`)
  return read.money
}

/** Formats `500.00 HNL`. */
export const limitInWords = (limit: Money): string => `${formatMoney(limit)} ${limit.currency.code}`

/** Formats `read,refund up to 500.00 HNL and 2000.00 HNL a day`. */
export const rightsInWords = ({ scopes, refundLimit, refundDayLimit }: Rights): string => {
  const limit = [
    ...(refundLimit ? [limitInWords(refundLimit)] : []),
    ...(refundDayLimit ? [`${limitInWords(refundDayLimit)} a day`] : []),
  ].join(' and ')
  return scopes
    .map((scope) => (scope === 'refund' && limit ? `refund up to ${limit}` : scope))
    .join(',')
}
