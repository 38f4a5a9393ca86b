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

/** Tax is not in the line items of a refund: what went back is the sum of its transactions. */
export const refund = facts
  .extend({ transactions: page })
  .transform(({ transactions: { nodes, pageInfo }, ...rest }) => ({
    ...rest,
    transactions: nodes,
    /** Where the rest of its transactions begins; `null`: these are all. */
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  }))
export type ShopRefund = z.infer<typeof refund>

/** Nearly every refund has one. */
const FIRST = 5
/** Lists within lists are dear. */
export const REFUND_FIELDS = `id createdAt note
    transactions(first: ${FIRST}) { nodes { ...Tx } pageInfo { hasNextPage endCursor } }`

/** So many refunds of an order are read at most: Shopify has no pages of them. */
export const MOST_REFUNDS = 250

/** All refunds of an order, without their transactions. */
export const refundsOfOrder = operation<{ id: string }>('admin')(
  `query RefundsOfOrder($id: ID!) {
  order(id: $id) { id refunds(first: ${MOST_REFUNDS}) { id createdAt note } }
}`,
  z
    .object({ order: z.object({ refunds: z.array(facts) }).nullable() })
    .transform(({ order }) => order?.refunds ?? []),
)

/** So many refunds are read at a time. */
export const REFUNDS_AT_ONCE = 10

/** Refunds by their ids, at most `REFUNDS_AT_ONCE`; those that are gone are left out. */
export const refundsByIds = operation<{ ids: string[] }>('admin')(
  `query RefundsByIds($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Refund { ${REFUND_FIELDS} } }
}${TRANSACTION_FRAGMENTS}`,
  z
    .object({ nodes: z.array(refund.nullable()) })
    .transform(({ nodes }) => nodes.filter((one) => one !== null)),
)

/** More transactions of a refund. */
export const transactionsOfRefund = operation<{ id: string; after: string }>('admin')(
  `query TransactionsOfRefund($id: ID!, $after: String!) {
  refund(id: $id) {
    id createdAt note
    transactions(first: 50, after: $after) { nodes { ...Tx } pageInfo { hasNextPage endCursor } }
  }
}${TRANSACTION_FRAGMENTS}`,
  z.object({ refund: refund.nullable() }).transform((data) => data.refund),
)
