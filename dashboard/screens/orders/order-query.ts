import { currencyByCode } from '../../../src/domain/currencies.ts'
import { parseTypedAmount } from '../../../src/domain/typed-amount.ts'
import { use } from '../../app/api.ts'
import { pagesQuery } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
import { startOfDay } from '../../parts/values/start-of-day.ts'
import type { OrderSearch } from './order-search.ts'

const LEMPIRAS = currencyByCode('HNL')

/** Returns `undefined` if invalid. */
export const minorOf = (typed: string | undefined): string | undefined => {
  if (!typed || !LEMPIRAS) return undefined
  const amount = parseTypedAmount(typed, LEMPIRAS)
  return amount.ok && amount.money.minor >= 0n ? String(amount.money.minor) : undefined
}

/** Filter of declined orders, besides the API's statuses. */
const STATES = {
  declined: { declined: 'true' },
  paid_twice: { conflict: 'paid_twice' },
} as const

/** Maps filters for list, sums and export. */
export const orderFilterOf = ({ status, ...search }: OrderSearch) =>
  known({
    store_id: search.store,
    source: search.source,
    ...(status === 'declined' || status === 'paid_twice' ? STATES[status] : { status }),
    payment_mode: search.mode,
    currency: search.currency,
    created_from: search.from && startOfDay(search.from),
    created_to: search.to && startOfDay(search.to, 1),
    amount_minor_from: minorOf(search.least),
    amount_minor_to: minorOf(search.most),
  })

/** A text search covers all orders, without other filters. */
export const orderQueryOf = (search: OrderSearch) =>
  search.search
    ? known({ store_id: search.store, search: search.search })
    : { ...orderFilterOf(search), ...known({ sort: search.sort }) }

export const pagesOfOrders = (search: OrderSearch) =>
  pagesQuery('/operator/v1/orders', { ...orderQueryOf(search), limit: 50 })

export const sumsOfOrders = (search: OrderSearch) =>
  use.queryOptions('get', '/operator/v1/order-sums', { params: { query: orderFilterOf(search) } })

export const orderExportPath = (search: OrderSearch): string => {
  const { search: _, ...filters } = search
  const query = orderQueryOf(filters)
  return `/operator/v1/orders.csv?${new URLSearchParams(query as Record<string, string>)}`
}
