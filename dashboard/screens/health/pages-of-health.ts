import { api, type Schemas } from '../../app/api.ts'
import type { PagesQuery } from '../../parts/use-pages.ts'

export const pagesOfHealth = (store: string | undefined): PagesQuery<Schemas['StoreHealth']> => {
  const query = store ? { store_id: store } : {}
  return [
    ['health', query],
    (cursor, signal) =>
      api.GET('/operator/v1/health', {
        params: { query: { ...query, limit: 50, ...cursor } },
        signal,
      }),
  ]
}
