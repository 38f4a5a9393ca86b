import { use } from '../../app/api.ts'

export const storeQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}', { params: { path: { id } } })
