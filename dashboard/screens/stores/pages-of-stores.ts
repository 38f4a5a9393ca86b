import { api, type Schemas } from '../../app/api.ts'
import type { PagesQuery } from '../../parts/use-pages.ts'

export interface StoresSearch {
  search?: string
}

/** Parses the URL; drops invalid filters. */
export const readStoresSearch = ({ search }: Record<string, unknown>): StoresSearch => {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return text === '' ? {} : { search: text.slice(0, 100) }
}

export const pagesOfStores = (query: StoresSearch): PagesQuery<Schemas['StoreOfPerson']> => [
  ['stores', 'pages', query],
  (cursor, signal) =>
    api.GET('/operator/v1/stores', {
      params: { query: { ...query, limit: 50, ...cursor } },
      signal,
    }),
]
