import { z } from 'zod'
import { formatMoney, type Money } from '../../../domain/money.ts'
import type { readAmountFromZero } from '../../../domain/typed-amount.ts'
import { fieldProblem } from '../../../runtime/http/problem.ts'
import { readTypedMoney } from '../../requests/typed-money.ts'
import { type RefusedAccess, refusedWith } from '../route.ts'

export const refundLimitView = z.object({ amount: z.string(), currency: z.string() }).nullable()

export const viewOfLimit = (limit: Money | undefined): z.input<typeof refundLimitView> =>
  limit ? { amount: formatMoney(limit), currency: limit.currency.code } : null

export const givenRefundLimit = z.strictObject({ amount: z.string(), currency: z.string() })

export const readRefundLimit = (
  name: string,
  given: z.output<typeof givenRefundLimit>,
  readAmount?: typeof readAmountFromZero,
): { outcome: 'read'; limit: Money } | RefusedAccess => {
  const read = readTypedMoney(given, readAmount)
  return read.ok
    ? { outcome: 'read', limit: read.money }
    : refusedWith(fieldProblem(`${name}.${read.path}`, read.message))
}
