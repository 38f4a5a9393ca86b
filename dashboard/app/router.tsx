import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { groupsQuery } from '../parts/alert-groups-query.ts'
import { ScreenFrame } from '../parts/frame.tsx'
import { searchOf } from '../parts/search.ts'
import { storesQuery } from '../parts/stores/stores-query.ts'
import { readAuditSearch } from '../screens/audit/audit-search.ts'
import { readConnectSearch } from '../screens/connect/connect-search.ts'
import { readCustomerSearch } from '../screens/customers/customer-search.ts'
import { readDeliverySearch } from '../screens/deliveries/delivery-search.ts'
import { readLinksSearch } from '../screens/links/links-search.ts'
import { readMoneySearch } from '../screens/money/money-search.ts'
import { readOrderSearch } from '../screens/orders/order-search.ts'
import { readRequestSearch } from '../screens/payment-requests/request-search.ts'
import { readReconciliationSearch } from '../screens/reconciliation/reconciliation-search.ts'
import { readStoresSearch } from '../screens/stores/stores-search.ts'
import type { ahead as Ahead } from './ahead.ts'
import { Broken } from './broken.tsx'
import { NotFoundPage } from './not-found.tsx'
import { queryClient } from './queries.ts'
import { screenTextsSettled } from './screen-texts.ts'
import { personQuery } from './session/person.ts'
import { Shell } from './shell.tsx'

/** Keeps the queries out of the first bundle. */
const prefetchData = (prefetch: (ahead: typeof Ahead) => Promise<void>): void =>
  void import('./ahead.ts')
    .then(({ ahead }) => prefetch(ahead))
    // The screen reads again and shows the failure.
    .catch(() => undefined)

/**
 * Loads a screen with its texts. A screen that suspends in its first render shows 300 ms later: React
 * delays what follows a fallback.
 */
const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    const code = await load()
    await screenTextsSettled()
    return code
  }, name)

const textOf = (given: unknown) => (given === undefined ? undefined : String(given))

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  loader: () => {
    void queryClient.prefetchQuery(personQuery)
    void queryClient.prefetchQuery(storesQuery)
  },
})

const attention = createRoute({
  getParentRoute: () => root,
  path: '/',
  /** Key of the expanded alert group. */
  validateSearch: searchOf({ group: textOf }),
  loader: () => {
    void queryClient.prefetchQuery(groupsQuery)
    prefetchData(({ home }) => home())
  },
  component: lazyScreen(() => import('../screens/attention/screen.tsx'), 'AttentionScreen'),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrderSearch,
  loader: ({ location }) => prefetchData(({ orders }) => orders(location.search)),
  component: lazyScreen(() => import('../screens/orders/screen.tsx'), 'OrdersScreen'),
})

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id',
  /** Payment of the open refund sheet. */
  validateSearch: searchOf({ refund: textOf }),
  loader: ({ params }) => prefetchData(({ order }) => order(params.id)),
  component: lazyScreen(() => import('../screens/order/screen.tsx'), 'OrderScreen'),
})

const links = createRoute({
  getParentRoute: () => root,
  path: '/links',
  validateSearch: readLinksSearch,
  loader: ({ location }) => prefetchData(({ links }) => links(location.search)),
  component: lazyScreen(() => import('../screens/links/screen.tsx'), 'LinksScreen'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/links/$id',
  loader: ({ params }) => prefetchData(({ link }) => link(params.id)),
  component: lazyScreen(() => import('../screens/links/link.tsx'), 'LinkScreen'),
})

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: readCustomerSearch,
  loader: ({ location }) => prefetchData(({ customers }) => customers(location.search)),
  component: lazyScreen(() => import('../screens/customers/screen.tsx'), 'CustomersScreen'),
})

const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  loader: ({ params }) => prefetchData(({ customer }) => customer(params.id)),
  component: lazyScreen(() => import('../screens/customer/screen.tsx'), 'CustomerScreen'),
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: readRequestSearch,
  loader: ({ location }) => prefetchData(({ requests }) => requests(location.search)),
  component: lazyScreen(() => import('../screens/payment-requests/screen.tsx'), 'RequestsScreen'),
})

const newRequest = createRoute({
  getParentRoute: () => root,
  path: '/requests/new',
  component: lazyScreen(
    () => import('../screens/payment-requests/new-request.tsx'),
    'NewRequestScreen',
  ),
})

const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  loader: ({ params }) => prefetchData(({ request }) => request(params.id)),
  component: lazyScreen(() => import('../screens/payment-requests/request.tsx'), 'RequestScreen'),
})

const counter = createRoute({
  getParentRoute: () => root,
  path: '/counter',
  component: lazyScreen(() => import('../screens/counter/screen.tsx'), 'CounterScreen'),
})

const readHealthSearch = searchOf({ store: textOf })

const health = createRoute({
  getParentRoute: () => root,
  path: '/status',
  validateSearch: readHealthSearch,
  loader: ({ location }) => prefetchData(({ health }) => health(readHealthSearch(location.search))),
  component: lazyScreen(() => import('../screens/health/screen.tsx'), 'HealthScreen'),
})

const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: readDeliverySearch,
  loader: ({ location }) => prefetchData(({ deliveries }) => deliveries(location.search)),
  component: lazyScreen(() => import('../screens/deliveries/screen.tsx'), 'DeliveriesScreen'),
})

const money = createRoute({
  getParentRoute: () => root,
  path: '/money',
  validateSearch: readMoneySearch,
  loader: ({ location }) => prefetchData(({ money }) => money(location.search)),
  component: lazyScreen(() => import('../screens/money/screen.tsx'), 'MoneyScreen'),
})

const reconciliation = createRoute({
  getParentRoute: () => root,
  path: '/money/reconciliations/$id',
  validateSearch: readReconciliationSearch,
  loader: ({ params }) => prefetchData(({ reconciliation }) => reconciliation(params.id)),
  component: lazyScreen(
    () => import('../screens/reconciliation/screen.tsx'),
    'ReconciliationScreen',
  ),
})

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyScreen(() => import('../screens/people/screen.tsx'), 'PeopleScreen'),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditSearch,
  loader: ({ location }) => prefetchData(({ audit }) => audit(location.search)),
  component: lazyScreen(() => import('../screens/audit/screen.tsx'), 'AuditScreen'),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/stores/new',
  validateSearch: readConnectSearch,
  component: lazyScreen(() => import('../screens/connect/screen.tsx'), 'ConnectScreen'),
})

const stores = createRoute({
  getParentRoute: () => root,
  path: '/stores',
  validateSearch: readStoresSearch,
  loader: ({ location }) => prefetchData(({ stores }) => stores(location.search)),
  component: lazyScreen(() => import('../screens/stores/screen.tsx'), 'StoresScreen'),
})

const store = createRoute({
  getParentRoute: () => root,
  path: '/stores/$id',
  /** Form field to fill in, such as `webhook_secret`. */
  validateSearch: searchOf({ field: textOf }),
  loader: ({ params }) => prefetchData(({ store }) => store(params.id)),
  component: lazyScreen(() => import('../screens/store/screen.tsx'), 'StoreScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    attention,
    orders,
    order,
    links,
    link,
    customers,
    customer,
    requests,
    newRequest,
    request,
    counter,
    health,
    deliveries,
    money,
    reconciliation,
    people,
    audit,
    connect,
    stores,
    store,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  defaultPendingComponent: ScreenFrame,
  defaultPendingMs: 100,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
