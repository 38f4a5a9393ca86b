import { type RawBuilder, sql } from 'kysely'
import { allOf, type Interval, ifGiven, isBetween, isMadeBetween } from './conditions.ts'

/** Filter of orders, payments and refunds. */
export interface MoneyFilter {
  amount: {
    currency?: string | undefined
    fromMinor?: bigint | undefined
    toMinor?: bigint | undefined
  }
  created: Interval
}

export const moneyConditions = (
  prefix: string,
  { amount: { currency, fromMinor, toMinor }, created }: MoneyFilter,
): {
  indexed: RawBuilder<unknown> | undefined
  conditions: (RawBuilder<unknown> | undefined)[]
} => ({
  indexed: allOf(isMadeBetween(prefix, created)),
  conditions: [
    ifGiven(currency, (code) => sql`row.currency = ${code}`),
    ifGiven(fromMinor, (minor) => sql`row.amount_minor >= ${minor}`),
    ifGiven(toMinor, (minor) => sql`row.amount_minor <= ${minor}`),
    ...isBetween(sql`row.created_at`, created),
  ],
})
