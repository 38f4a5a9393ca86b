import type { pagesOptions } from '../parts/pages.ts'
import type { GivenSearch } from '../parts/search.ts'
import { readAuditSearch } from '../screens/audit/audit-search.ts'
import { readCustomerSearch } from '../screens/customers/customer-search.ts'
import { readDeliverySearch } from '../screens/deliveries/delivery-search.ts'
import { readLinksSearch } from '../screens/links/links-search.ts'
import { readMoneySearch } from '../screens/money/money-search.ts'
import { pagesOfOrders } from '../screens/orders/order-query.ts'
import { readOrderSearch } from '../screens/orders/order-search.ts'
import { pagesOfRequests, requestQuery } from '../screens/payment-requests/request-queries.ts'
import { readRequestSearch } from '../screens/payment-requests/request-search.ts'
import * as queries from '../screens/queries.ts'
import { readStoresSearch } from '../screens/stores/stores-search.ts'
import { queryClient } from './queries.ts'
import { serverNow } from './server-clock.ts'

const pages = <Row>(options: ReturnType<typeof pagesOptions<Row>>) =>
  queryClient.prefetchInfiniteQuery(options)

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
  money: (search: GivenSearch) =>
    queryClient.prefetchQuery(queries.moneyQuery(readMoneySearch(search))),
  reconciliation: (id: string) => queryClient.prefetchQuery(queries.reportQueryOptions(id)),
  audit: (search: GivenSearch) => pages(queries.pagesOfAudit(readAuditSearch(search))),
  stores: (search: GivenSearch) => pages(queries.pagesOfStores(readStoresSearch(search))),
  links: (search: GivenSearch) => pages(queries.pagesOfLinks(readLinksSearch(search).store)),
  link: (id: string) => queryClient.prefetchQuery(queries.linkQuery(id)),
  store: (id: string) => queryClient.prefetchQuery(queries.storeQuery(id)),
}
