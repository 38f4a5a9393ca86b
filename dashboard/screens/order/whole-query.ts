import { use } from '../../app/api.ts'

export const wholeQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/orders/{id}', { params: { path: { id } } })
