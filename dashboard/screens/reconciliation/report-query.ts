import { use } from '../../app/api.ts'

export const reportQueryOptions = (id: string) =>
  use.queryOptions('get', '/operator/v1/reconciliations/{id}', {
    params: { path: { id }, query: { limit: 1 } },
  })
