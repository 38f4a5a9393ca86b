import { z } from 'zod'
import { operation } from './operation.ts'

const changedOrder = z.object({
  id: z.string(),
  updatedAt: z.string(),
  paymentGatewayNames: z.array(z.string()).catch([]),
  displayFinancialStatus: z.string().nullish(),
})

export type ChangedOrder = z.infer<typeof changedOrder>

/** Reads changed orders, oldest change first. `q`: `updated_at:>='2026-11-22T00:00:00Z'`. */
export const ordersToReconcileQuery = operation<{ q: string; after: string | null }>('admin')(
  `query OrdersToReconcile($q: String!, $after: String) {
  orders(first: 50, after: $after, query: $q, sortKey: UPDATED_AT) {
    edges { cursor node { id updatedAt paymentGatewayNames displayFinancialStatus } }
    pageInfo { hasNextPage }
  }
}`,
  z
    .object({
      orders: z.object({
        edges: z.array(z.object({ cursor: z.string(), node: changedOrder })),
        pageInfo: z.object({ hasNextPage: z.boolean() }),
      }),
    })
    .transform(({ orders: { edges, pageInfo } }) => ({
      changes: edges.map(({ cursor, node: order }) => ({ cursor, order })),
      hasNextPage: pageInfo.hasNextPage,
    })),
)
