import { type Schemas, use } from '../../app/api.ts'

export type Whole = Schemas['WholeOrder']

export const wholeQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/orders/{id}', { params: { path: { id } } })
