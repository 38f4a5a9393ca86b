import type { GraphQLResolveInfo } from 'graphql'
import type { Access } from './access.ts'
import type { ShopFacts } from './admin-views.ts'
import type { ShopifyBooks } from './books.ts'
import type { StoredOrder, StoredRefund } from './stored-order.ts'

export interface AdminState {
  shop: string
  books: ShopifyBooks
  access: Access
  facts: ShopFacts
  denied: Set<string>
  failing: Set<string>
  /** Pending cancellations. */
  jobs: (() => void)[]
  refundsByKey: Map<string, { asked: string; refund: StoredRefund; order: StoredOrder }>
  now(): Date
}

export type Field = (args: never, info: GraphQLResolveInfo) => unknown

export const problem = (field: string, message: string, more: object = {}) => ({
  userErrors: [{ field: [field], message, ...more }],
})
