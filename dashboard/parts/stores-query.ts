import { use } from '../app/api.ts'

/** The first hundred stores of the person. */
export const storesQuery = use.queryOptions('get', '/operator/v1/stores', {
  params: { query: { limit: 100 } },
})
