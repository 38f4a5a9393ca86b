import { z } from 'zod'
import { currencyByCode } from '../../domain/currencies.ts'
import type { Money } from '../../domain/money.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import type { Localized } from '../../locales/language.ts'
import { fieldIssue, fieldMessage } from '../../runtime/text/field-messages.ts'

export const NO_CURRENCY = fieldMessage('currency')

interface TypedMoney {
  amount: string
  currency: string
}

/** Parses a positive amount; a refusal names its field. */
export const readTypedMoney = ({
  amount,
  currency: code,
}: TypedMoney):
  | { ok: true; money: Money }
  | { ok: false; path: 'amount' | 'currency'; message: Localized } => {
  const currency = currencyByCode(code)
  if (!currency) return { ok: false, path: 'currency', message: NO_CURRENCY }
  const read = readPositiveAmount(amount, currency)
  return read.ok ? read : { ...read, path: 'amount' }
}

/** Transforms amount and currency of an object. */
export const toMoney = (typed: TypedMoney, context: z.RefinementCtx): Money => {
  const read = readTypedMoney(typed)
  if (read.ok) return read.money
  context.addIssue(fieldIssue([read.path], read.message))
  return z.NEVER
}
