import type { GraphQLResolveInfo } from 'graphql'
import type { Access } from './access.ts'
import type { ShopFacts } from './admin-views.ts'
import type { Books } from './books.ts'
import type { StoredOrder, StoredRefund } from './stored-order.ts'

/** What the Admin API of one shop works on. */
export interface AdminState {
  shop: string
  books: Books
  access: Access
  facts: ShopFacts
  /** Root fields that the app may not use here: `orderCapture`. */
  denied: Set<string>
  failing: Set<string>
  /** Cancellations that were asked for; they come about by `finishJobs`. */
  jobs: (() => void)[]
  /** Refunds by the key that they were asked for with. */
  refundsByKey: Map<string, { asked: string; refund: StoredRefund; order: StoredOrder }>
  now(): Date
}

/** What answers a field of a root. */
export type Field = (args: never, info: GraphQLResolveInfo) => unknown

/** A mutation that the shop refuses. */
export const problem = (field: string, message: string, more: object = {}) => ({
  userErrors: [{ field: [field], message, ...more }],
})
