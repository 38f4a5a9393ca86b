import { z } from 'zod'
import { operation } from './operation.ts'
import { TRANSACTION_FRAGMENTS, transaction } from './transaction.ts'

const page = z.object({
  nodes: z.array(transaction),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
})

const facts = z.object({
  id: z.string(),
  createdAt: z.string().nullish(),
  note: z.string().nullish(),
})

/** Line items omit tax: sum the transactions. */
export const refund = facts
  .extend({ transactions: page })
  .transform(({ transactions: { nodes, pageInfo }, ...rest }) => ({
    ...rest,
    transactions: nodes,
    /** Cursor of further transactions. */
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  }))
export type ShopRefund = z.infer<typeof refund>

const FIRST = 5
/** Nested lists are expensive. */
export const REFUND_FIELDS = `id createdAt note
    transactions(first: ${FIRST}) { nodes { ...Tx } pageInfo { hasNextPage endCursor } }`

/** Shopify does not paginate refunds. */
export const MOST_REFUNDS = 250

/** Reads refunds without transactions. */
export const refundsOfOrderQuery = operation<{ id: string }>('admin')(
  `query RefundsOfOrder($id: ID!) {
  order(id: $id) { id refunds(first: ${MOST_REFUNDS}) { id createdAt note } }
}`,
  z
    .object({ order: z.object({ refunds: z.array(facts) }).nullable() })
    .transform(({ order }) => order?.refunds ?? []),
)

export const REFUNDS_AT_ONCE = 10

/** Reads at most `REFUNDS_AT_ONCE` refunds; skips deleted ones. */
export const refundsByIdsQuery = operation<{ ids: string[] }>('admin')(
  `query RefundsByIds($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Refund { ${REFUND_FIELDS} } }
}${TRANSACTION_FRAGMENTS}`,
  z
    .object({ nodes: z.array(refund.nullable()) })
    .transform(({ nodes }) => nodes.filter((one) => one !== null)),
)

export const transactionsOfRefundQuery = operation<{ id: string; after: string }>('admin')(
  `query TransactionsOfRefund($id: ID!, $after: String!) {
  refund(id: $id) {
    id createdAt note
    transactions(first: 50, after: $after) { nodes { ...Tx } pageInfo { hasNextPage endCursor } }
  }
}${TRANSACTION_FRAGMENTS}`,
  z.object({ refund: refund.nullable() }).transform((data) => data.refund),
)
