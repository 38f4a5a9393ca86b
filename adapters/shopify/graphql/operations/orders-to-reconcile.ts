import { z } from 'zod'
import { operation } from './operation.ts'

const changedOrder = z.object({
  id: z.string(),
  updatedAt: z.string(),
  paymentGatewayNames: z.array(z.string()).catch([]),
})

/** A page of the orders that changed, the oldest change first. `q`: `updated_at:>='2026-11-22T00:00:00Z'`. */
export const ordersToReconcile = operation<{ q: string; after: string | null }>('admin')(
  `query OrdersToReconcile($q: String!, $after: String) {
  orders(first: 50, after: $after, query: $q, sortKey: UPDATED_AT) {
    nodes { id updatedAt paymentGatewayNames }
    pageInfo { hasNextPage endCursor }
  }
}`,
  z
    .object({
      orders: z.object({
        nodes: z.array(changedOrder),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
      }),
    })
    .transform(({ orders: { nodes, pageInfo } }) => ({ orders: nodes, ...pageInfo })),
)
