import { use } from '../../app/api.ts'
import { type MoneySearch, windowOfSearch } from './money-search.ts'

export const moneyQuery = (search: MoneySearch) =>
  use.queryOptions('get', '/operator/v1/money', {
    params: {
      query: {
        ...windowOfSearch(search),
        ...(search.store === undefined ? {} : { store_id: search.store }),
      },
    },
  })
