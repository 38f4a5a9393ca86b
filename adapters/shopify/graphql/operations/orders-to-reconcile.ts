import { z } from 'zod'
import { BAG, moneyBag } from './money-bag.ts'
import { operation } from './operation.ts'

const changedOrder = z.object({
  id: z.string(),
  name: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullish(),
  displayFinancialStatus: z.string().nullish(),
  paymentGatewayNames: z.array(z.string()).catch([]),
  currentTotalPriceSet: moneyBag,
  totalOutstandingSet: moneyBag,
  totalRefundedSet: moneyBag,
})

/** A page of the orders that changed, the oldest change first. `q`: `updated_at:>='2026-11-22T00:00:00Z'`. */
export const ordersToReconcile = operation<{ q: string; after: string | null }>('admin')(
  `query OrdersToReconcile($q: String!, $after: String) {
  orders(first: 50, after: $after, query: $q, sortKey: UPDATED_AT) {
    nodes {
      id name updatedAt cancelledAt displayFinancialStatus paymentGatewayNames
      currentTotalPriceSet { ...Bag } totalOutstandingSet { ...Bag } totalRefundedSet { ...Bag }
    }
    pageInfo { hasNextPage endCursor }
  }
}${BAG}`,
  z
    .object({
      orders: z.object({
        nodes: z.array(changedOrder),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
      }),
    })
    .transform(({ orders: { nodes, pageInfo } }) => ({ orders: nodes, ...pageInfo })),
)
