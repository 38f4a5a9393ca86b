import { z } from 'zod'
import { currencyByCode } from '../../../domain/currencies.ts'
import { formatMoney, type Money } from '../../../domain/money.ts'
import { readPositiveAmount } from '../../../domain/typed-amount.ts'
import { fieldProblem } from '../../../runtime/http/problem.ts'
import { NO_CURRENCY } from '../checkouts/schemas.ts'
import { type RefusedAccess, refusedWith } from '../route.ts'

export const refundLimitView = z.object({ amount: z.string(), currency: z.string() }).nullable()

/** Maps a limit to JSON; `null` without one. */
export const viewOfLimit = (limit: Money | undefined): z.input<typeof refundLimitView> =>
  limit ? { amount: formatMoney(limit), currency: limit.currency.code } : null

export const givenRefundLimit = z.strictObject({ amount: z.string(), currency: z.string() })

export const readRefundLimit = (
  name: string,
  { amount, currency: code }: z.output<typeof givenRefundLimit>,
): { outcome: 'read'; limit: Money } | RefusedAccess => {
  const currency = currencyByCode(code)
  if (!currency) return refusedWith(fieldProblem(`${name}.currency`, NO_CURRENCY))
  const read = readPositiveAmount(amount, currency)
  return read.ok
    ? { outcome: 'read', limit: read.money }
    : refusedWith(fieldProblem(`${name}.amount`, read.message))
}
