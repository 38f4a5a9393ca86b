import { z } from 'zod'
import { currencyByCode, currencyByNumericCode } from '../../domain/currencies.ts'
import type { Money } from '../../domain/money.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import type { Localized } from '../../locales/language.ts'
import { fieldIssue, fieldMessage } from '../../runtime/text/field-messages.ts'

/** Explains why a text is no currency code, and suggests the code that it means. */
export const noCurrencyMessage = (typed: string): Localized => {
  const upperCase = currencyByCode(typed.trim().toUpperCase())
  if (upperCase) return fieldMessage('currencyCase', { code: upperCase.code })
  const numeric = currencyByNumericCode(typed)
  if (numeric) return fieldMessage('currencyNumber', { code: numeric.code })
  return fieldMessage('currency')
}

interface TypedMoney {
  amount: string
  currency: string
}

/** Parses an amount, positive by default; a refusal names its field. */
export const readTypedMoney = (
  { amount, currency: code }: TypedMoney,
  readAmount: typeof readPositiveAmount = readPositiveAmount,
): { ok: true; money: Money } | { ok: false; path: 'amount' | 'currency'; message: Localized } => {
  const currency = currencyByCode(code)
  if (!currency) return { ok: false, path: 'currency', message: noCurrencyMessage(code) }
  const read = readAmount(amount, currency)
  return read.ok ? read : { ...read, path: 'amount' }
}

/** Transforms amount and currency of an object. */
export const toMoney = (typed: TypedMoney, context: z.RefinementCtx): Money => {
  const read = readTypedMoney(typed)
  if (read.ok) return read.money
  context.addIssue(fieldIssue([read.path], read.message))
  return z.NEVER
}
