import { api, type Schemas } from '../../app/api.ts'
import type { PagesQuery } from '../../parts/use-pages.ts'
import { orderQueryOf } from './order-query.ts'
import type { OrderSearch } from './order-search.ts'

export const pagesOfOrders = (search: OrderSearch): PagesQuery<Schemas['OrderOfStore']> => {
  const query = orderQueryOf(search)
  return [
    ['orders', query],
    (cursor, signal) =>
      api.GET('/operator/v1/orders', {
        params: { query: { ...query, limit: 50, ...cursor } },
        signal,
      }),
  ]
}
