import { type GivenSearch, known, pickOneOf, searchText } from '../../parts/search.ts'
import { isDay } from '../../parts/values/calendar-day.ts'
import { shiftDay, today } from '../../parts/values/honduras-day.ts'

export const RANGES = [7, 30, 90] as const
export type RangeOfDays = (typeof RANGES)[number]

export const MONEY_TABS = ['paid', 'refunded', 'declined'] as const
export type MoneyTab = (typeof MONEY_TABS)[number]

/** Filters in the URL. */
export interface MoneySearch {
  days?: RangeOfDays
  from?: string
  to?: string
  store?: string
  currency?: string
  /** Sum with its rows open, of one day or all. */
  show?: MoneyTab
  day?: string
  code?: string
}

export interface SearchWindow {
  from: string
  to: string
}

/** Drops invalid filters. */
export const readMoneySearch = (given: GivenSearch): MoneySearch => {
  const isOwn = isDay(given.from) && isDay(given.to)
  return known({
    days: isOwn ? undefined : pickOneOf(RANGES, Number(given.days)),
    ...(isDay(given.from) && isDay(given.to) ? { from: given.from, to: given.to } : {}),
    store: searchText(given.store),
    currency: /^[A-Z]{3}$/.test(String(given.currency)) ? String(given.currency) : undefined,
    show: pickOneOf(MONEY_TABS, given.show),
    day: isDay(given.day) ? given.day : undefined,
    code: searchText(given.code),
  })
}

const USUAL_RANGE: RangeOfDays = 30

/** `own` is a custom window. */
export const rangeOf = ({ days, from }: MoneySearch): RangeOfDays | 'own' =>
  from === undefined ? (days ?? USUAL_RANGE) : 'own'

export const windowOfSearch = (search: MoneySearch): SearchWindow => {
  const { from, to } = search
  if (from !== undefined && to !== undefined) return { from, to }
  const last = today()
  return { from: shiftDay(last, 1 - (search.days ?? USUAL_RANGE)), to: last }
}

/** Changing days keeps store and currency only. */
export const withDays = (
  { store, currency }: MoneySearch,
  days: { days: RangeOfDays } | SearchWindow,
): MoneySearch => known({ store, currency, ...days })

export const showing = (
  { show: _, day: __, code: ___, ...search }: MoneySearch,
  rows: Pick<MoneySearch, 'show' | 'day' | 'code'> = {},
): MoneySearch => ({ ...search, ...rows })
