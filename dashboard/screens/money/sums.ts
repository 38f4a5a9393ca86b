import type { Schemas } from '../../app/api.ts'
import { daysBetween } from '../../parts/values/honduras-day.ts'
import { MONEY_TABS, type MoneyTab, type SearchWindow } from './money-search.ts'

type MoneyOfDay = Schemas['MoneyOfDay']
export type Sum = MoneyOfDay['paid']

export interface MoneyOfCurrency {
  currency: string
  days: ({ day: string } & Record<MoneyTab, Sum>)[]
  all: Record<MoneyTab, Sum>
  /** Share of payments among payments and declines, if any. */
  approvalRate: number | undefined
  declineReasons: { code: string; count: number }[]
}

/** Avoids floats, and the table of currencies, which home does not load. */
const addUp = (amounts: readonly string[]): string => {
  const parts = amounts.map((amount) => amount.split('.'))
  const digits = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length))
  const minor = parts.reduce(
    (sum, [whole, fraction = '']) => sum + BigInt(`${whole}${fraction.padEnd(digits, '0')}`),
    0n,
  )
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Puts the busiest currency first. */
export const moneyByCurrency = (
  rows: readonly MoneyOfDay[],
  window: SearchWindow,
): MoneyOfCurrency[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => moneyOf(currency, ofCurrency, window))
    .sort((one, other) => triedOf(other) - triedOf(one))

const triedOf = ({ all }: MoneyOfCurrency): number =>
  all.paid.count + all.declined.count + all.refunded.count

const moneyOf = (
  currency: string,
  rows: readonly MoneyOfDay[],
  window: SearchWindow,
): MoneyOfCurrency => {
  const none: Sum = { count: 0, amount: '0' }
  const sumOf = (kind: MoneyTab): Sum => ({
    count: rows.reduce((count, row) => count + row[kind].count, 0),
    amount: addUp(rows.map((row) => row[kind].amount)),
  })
  const all = { paid: sumOf('paid'), refunded: sumOf('refunded'), declined: sumOf('declined') }
  const tried = all.paid.count + all.declined.count
  const reasons = new Map<string, number>()
  for (const { code, count } of rows.flatMap(({ decline_reasons }) => decline_reasons)) {
    reasons.set(code, (reasons.get(code) ?? 0) + count)
  }
  return {
    currency,
    all,
    approvalRate: tried === 0 ? undefined : all.paid.count / tried,
    declineReasons: [...reasons]
      .map(([code, count]) => ({ code, count }))
      .sort((one, other) => other.count - one.count),
    days: daysBetween(window).map((day) => {
      const row = rows.find((one) => one.day === day)
      return { day, paid: none, refunded: none, declined: none, ...(row && pick(row)) }
    }),
  }
}

const pick = (row: MoneyOfDay): Record<MoneyTab, Sum> => ({
  paid: row.paid,
  refunded: row.refunded,
  declined: row.declined,
})

export const isQuiet = (day: Record<MoneyTab, Sum>): boolean =>
  MONEY_TABS.every((kind) => day[kind].count === 0)
