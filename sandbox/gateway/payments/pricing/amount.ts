import type { Currency } from '../../../../src/domain/currencies.ts'
import { formatMoney, moneyFromMinor, parseMoney } from '../../../../src/domain/money.ts'
import type { Violation } from '../../messages.ts'

export type AmountReading = { ok: true; minor: bigint } | { ok: false; violation: Violation }

/** Parses a decimal of either sign exactly. */
export const readDecimal = (decimal: string, currency: Currency): AmountReading => {
  const parsed = parseMoney(decimal, currency)
  if (parsed.ok) return { ok: true, minor: parsed.money.minor }
  switch (parsed.reason) {
    case 'not-a-decimal':
      return { ok: false, violation: 'numeric' }
    case 'too-many-decimals':
      return { ok: false, violation: `decimals:${currency.exponent}` }
    case 'too-large':
      return { ok: false, violation: 'too_large' }
  }
}

/** Requires at least one minor unit (8). */
export const readAmount = (decimal: string, currency: Currency): AmountReading => {
  const reading = readDecimal(decimal, currency)
  if (!reading.ok || reading.minor >= 1n) return reading
  return { ok: false, violation: `min:${formatMoney({ minor: 1n, currency })}` }
}

export const jsonAmount = (minor: bigint, currencyCode: string): number =>
  Number(formatMoney(moneyFromMinor(minor, currencyCode)))
