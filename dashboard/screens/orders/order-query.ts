import { currencyByCode } from '../../../src/domain/currencies.ts'
import { parseTypedAmount } from '../../../src/domain/typed-amount.ts'
import { known } from '../../parts/search.ts'
import type { OrderSearch } from './order-search.ts'

const LEMPIRAS = currencyByCode('HNL')

/** Parses a typed amount into minor units; `undefined` if invalid. */
export const minorOf = (typed: string | undefined): string | undefined => {
  if (!typed || !LEMPIRAS) return undefined
  const amount = parseTypedAmount(typed, LEMPIRAS)
  return amount.ok && amount.money.minor >= 0n ? String(amount.money.minor) : undefined
}

/** In the reader's time zone. */
const startOf = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** Maps filters to the API's query. A text search covers all orders, without other filters. */
export const orderQueryOf = (search: OrderSearch) =>
  known({
    store_id: search.store,
    ...(search.search
      ? { search: search.search }
      : {
          status: search.status,
          created_from: search.from && startOf(search.from),
          created_to: search.to && startOf(search.to, 1),
          amount_minor_from: minorOf(search.least),
          amount_minor_to: minorOf(search.most),
        }),
  })

export const orderExportPath = (search: OrderSearch): string => {
  const { search: _, ...filters } = search
  const query = orderQueryOf(filters)
  return `/operator/v1/orders.csv?${new URLSearchParams(query as Record<string, string>)}`
}
