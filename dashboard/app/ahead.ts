import type { pagesOptions } from '../parts/pages.ts'
import type { GivenSearch } from '../parts/search.ts'
import { administers } from '../parts/stores/use-administers.ts'
import { webhookHealthQuery } from '../parts/stores/use-webhook-health.ts'
import { readAuditSearch } from '../screens/audit/audit-search.ts'
import { peopleQuery } from '../screens/audit/people-query.ts'
import { readCustomerSearch } from '../screens/customers/customer-search.ts'
import { readDeliverySearch } from '../screens/deliveries/delivery-search.ts'
import { readLinksSearch } from '../screens/links/links-search.ts'
import { readMoneySearch } from '../screens/money/money-search.ts'
import { journalSumsQuery, pagesOfRuns } from '../screens/money/panel-queries.ts'
import { pagesOfOrders } from '../screens/orders/order-query.ts'
import { readOrderSearch } from '../screens/orders/order-search.ts'
import { pagesOfRequests, requestQuery } from '../screens/payment-requests/request-queries.ts'
import { readRequestSearch } from '../screens/payment-requests/request-search.ts'
import * as queries from '../screens/queries.ts'
import {
  brandQuery,
  endpointsQuery,
  pagesOfKeys,
  storeReportsQuery,
} from '../screens/store/panel-queries.ts'
import { readStoresSearch } from '../screens/stores/stores-search.ts'
import { queryClient } from './queries.ts'
import { serverNow } from './server-clock.ts'
import { personQuery } from './session/person.ts'

const pages = <Row>(options: ReturnType<typeof pagesOptions<Row>>) =>
  queryClient.prefetchInfiniteQuery(options)

const isOwnerOf = async (id: string): Promise<boolean> => {
  const person = await queryClient.ensureQueryData(personQuery)
  if (person.organizations.every(({ role }) => role === 'owner')) return true
  const store = await queryClient.ensureQueryData(queries.storeQuery(id))
  return administers(person, store.organization_id)
}

/** Panels that only owners may read. */
const panelsOfOwner = async (id: string): Promise<void> => {
  if (!(await isOwnerOf(id))) return
  await Promise.all([
    queryClient.prefetchQuery(endpointsQuery(id)),
    queryClient.prefetchQuery(brandQuery(id)),
    pages(pagesOfKeys(id)),
  ])
}

/** Prefetches a screen's first data while its code loads. */
export const ahead = {
  home: async () => {
    await Promise.all([
      queryClient.prefetchQuery(queries.moneyQuery(queries.sevenDaysUntil(serverNow()))),
      queryClient.prefetchQuery(queries.latestOrdersQuery),
    ])
  },
  orders: (search: GivenSearch) => pages(pagesOfOrders(readOrderSearch(search))),
  order: (id: string) => queryClient.prefetchQuery(queries.wholeQuery(id)),
  customers: (search: GivenSearch) => pages(queries.pagesOfCustomers(readCustomerSearch(search))),
  customer: (id: string) => queryClient.prefetchQuery(queries.customerQuery(id)),
  requests: (search: GivenSearch) => pages(pagesOfRequests(readRequestSearch(search))),
  request: (id: string) => queryClient.prefetchQuery(requestQuery(id)),
  health: ({ store }: { store?: string }) => pages(queries.pagesOfHealth(store)),
  deliveries: async (search: GivenSearch) => {
    const { tab, ...filter } = readDeliverySearch(search)
    if (tab === undefined) await pages(queries.pagesOfEvents(filter))
  },
  money: async (given: GivenSearch) => {
    const search = readMoneySearch(given)
    await Promise.all([
      queryClient.prefetchQuery(queries.moneyQuery(search)),
      queryClient.prefetchQuery(journalSumsQuery(search)),
      pages(pagesOfRuns(search.store)),
    ])
  },
  reconciliation: (id: string) => queryClient.prefetchQuery(queries.reportQueryOptions(id)),
  audit: async (search: GivenSearch) => {
    await Promise.all([
      pages(queries.pagesOfAudit(readAuditSearch(search))),
      queryClient.prefetchQuery(peopleQuery),
    ])
  },
  stores: (search: GivenSearch) => pages(queries.pagesOfStores(readStoresSearch(search))),
  links: (search: GivenSearch) => pages(queries.pagesOfLinks(readLinksSearch(search).store)),
  link: (id: string) => queryClient.prefetchQuery(queries.linkQuery(id)),
  store: async (id: string) => {
    await Promise.all([
      queryClient.prefetchQuery(queries.storeQuery(id)),
      queryClient.prefetchQuery(webhookHealthQuery(id)),
      queryClient.prefetchQuery(storeReportsQuery(id)),
      panelsOfOwner(id),
    ])
  },
}
