import { use } from '../../app/api.ts'
import { pagesQuery } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
import { type MoneySearch, windowOfSearch } from './money-search.ts'

export const journalFilter = (search: MoneySearch) => ({
  ...windowOfSearch(search),
  ...known({ store_id: search.store }),
})

export const journalSumsQuery = (search: MoneySearch) =>
  use.queryOptions('get', '/operator/v1/journal', { params: { query: journalFilter(search) } })

export const pagesOfRuns = (store: string | undefined) =>
  pagesQuery('/operator/v1/reconciliations', { ...known({ store_id: store }), limit: 10 })
