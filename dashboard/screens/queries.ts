/** The router reads each screen's first data ahead; `orders/order-query.ts` does so for orders. */
import { use } from '../app/api.ts'
import { pagesQuery } from '../parts/pages.ts'
import { dayAt, shiftDay } from '../parts/values/honduras-day.ts'
import { type AuditSearch, auditQueryOf } from './audit/audit-search.ts'
import type { CustomerSearch } from './customers/customer-search.ts'
import { type DeliverySearch, eventsFilter } from './deliveries/delivery-search.ts'
import { type MoneySearch, windowOfSearch } from './money/money-search.ts'

export const wholeQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/orders/{id}', { params: { path: { id } } })

export const pagesOfCustomers = ({ search, store }: CustomerSearch) =>
  pagesQuery('/operator/v1/customers', {
    ...(search ? { search } : {}),
    ...(store ? { store_id: store } : {}),
    limit: 30,
  })

export const customerQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/customers/{id}', { params: { path: { id } } })

export const pagesOfHealth = (store: string | undefined) =>
  pagesQuery('/operator/v1/health', { ...(store ? { store_id: store } : {}), limit: 50 })

export const pagesOfEvents = (search: DeliverySearch) =>
  pagesQuery('/operator/v1/events', { ...eventsFilter(search), limit: 30 })

export const moneyQuery = (search: MoneySearch) =>
  use.queryOptions('get', '/operator/v1/money', {
    params: {
      query: {
        ...windowOfSearch(search),
        ...(search.store === undefined ? {} : { store_id: search.store }),
      },
    },
  })

const SEVEN_DAYS = 7

/** Returns Honduras days, up to the day of the instant. */
export const sevenDaysUntil = (now: Date) => {
  const to = dayAt(now)
  return { from: shiftDay(to, 1 - SEVEN_DAYS), to }
}

export const latestOrdersQuery = use.queryOptions('get', '/operator/v1/orders', {
  params: { query: { limit: 8 } },
})

export const reportQueryOptions = (id: string) =>
  use.queryOptions('get', '/operator/v1/reconciliations/{id}', {
    params: { path: { id }, query: { limit: 1 } },
  })

export const pagesOfAudit = (search: AuditSearch) =>
  pagesQuery('/operator/v1/audit', { ...auditQueryOf(search), limit: 50 })

export const pagesOfStores = (query: { search?: string }) =>
  pagesQuery('/operator/v1/stores', { ...query, limit: 50 })

export const pagesOfLinks = (store: string | undefined) =>
  pagesQuery('/operator/v1/payment-links', { ...(store ? { store_id: store } : {}), limit: 50 })

export const linkQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/payment-links/{id}', { params: { path: { id } } })

export const storeQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}', { params: { path: { id } } })
