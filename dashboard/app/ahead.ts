import { type PagesQuery, pagesOptions } from '../parts/use-pages.ts'
import { readAuditSearch } from '../screens/audit/audit-search.ts'
import { pagesOfAudit } from '../screens/audit/pages-of-audit.ts'
import { readDeliverySearch } from '../screens/deliveries/delivery-search.ts'
import { pagesOfEvents } from '../screens/deliveries/pages-of-events.ts'
import { pagesOfHealth } from '../screens/health/pages-of-health.ts'
import { moneyQuery } from '../screens/money/money-query.ts'
import { readMoneySearch } from '../screens/money/money-search.ts'
import { wholeQuery } from '../screens/order/whole-query.ts'
import { readOrderSearch } from '../screens/orders/order-search.ts'
import { pagesOfOrders } from '../screens/orders/pages-of-orders.ts'
import { reportQueryOptions } from '../screens/reconciliation/report-query.ts'
import { storeQuery } from '../screens/store/store-query.ts'
import { pagesOfStores, readStoresSearch } from '../screens/stores/pages-of-stores.ts'
import { queryClient } from './queries.ts'

type Search = Record<string, unknown>

const pages = <Row>([key, read]: PagesQuery<Row>) =>
  queryClient.prefetchInfiniteQuery(pagesOptions(key, read))

/** Prefetches a screen's first data while its code loads. */
export const ahead = {
  orders: (search: Search) => pages(pagesOfOrders(readOrderSearch(search))),
  order: (id: string) => queryClient.prefetchQuery(wholeQuery(id)),
  health: ({ store }: { store?: string }) => pages(pagesOfHealth(store)),
  deliveries: async (search: Search) => {
    const { tab, ...filter } = readDeliverySearch(search)
    if (tab === undefined) await pages(pagesOfEvents(filter))
  },
  money: (search: Search) => queryClient.prefetchQuery(moneyQuery(readMoneySearch(search))),
  reconciliation: (id: string) => queryClient.prefetchQuery(reportQueryOptions(id)),
  audit: (search: Search) => pages(pagesOfAudit(readAuditSearch(search))),
  stores: (search: Search) => pages(pagesOfStores(readStoresSearch(search))),
  store: (id: string) => queryClient.prefetchQuery(storeQuery(id)),
}
