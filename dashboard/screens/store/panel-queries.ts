import { use } from '../../app/api.ts'
import { pagesQuery } from '../../parts/pages.ts'

export const endpointsQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}/endpoints', { params: { path: { id } } })

export const brandQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}/brand', { params: { path: { id } } })

export const storeReportsQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/stores/{id}/reports', { params: { path: { id } } })

export const pagesOfKeys = (store: string, state: 'in_force' | 'all' = 'in_force') =>
  pagesQuery('/operator/v1/api-keys', { store_id: store, state, limit: 20 })
