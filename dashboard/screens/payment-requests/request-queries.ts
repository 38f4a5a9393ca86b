import { type Schemas, use } from '../../app/api.ts'
import { pagesQuery } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
import type { RequestSearch } from './request-search.ts'

export type PaymentRequest = Schemas['PaymentRequestOfStore']

export const pagesOfRequests = ({ state, store }: RequestSearch) =>
  pagesQuery('/operator/v1/payment-requests', {
    ...known({ state, store_id: store }),
    limit: 50,
  })

export const requestQuery = (id: string) =>
  use.queryOptions('get', '/operator/v1/payment-requests/{id}', { params: { path: { id } } })
