import { use } from '../../app/api.ts'

export const storesQuery = use.queryOptions('get', '/operator/v1/stores', {
  params: { query: { limit: 100 } },
})
