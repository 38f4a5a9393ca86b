import { z } from 'zod'
import { moneyBag } from './money-bag.ts'
import { operation } from './operation.ts'
import { REFUND_FIELDS, refund } from './refund.ts'
import { TRANSACTION_FRAGMENTS, transaction } from './transaction.ts'

/** A field that decorates the order: an unreadable value becomes `null`. */
const text = z.string().nullish().catch(null)

const order = z.object({
  id: z.string(),
  name: z.string().catch(''),
  createdAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullish(),
  confirmationNumber: text,
  customerLocale: text,
  paymentGatewayNames: z.array(z.string()).catch([]),
  note: text,
  /** Protected data of customers: `null` where Shopify has not approved the app for it. */
  email: text,
  phone: text,
  billingAddress: z.object({ name: text, phone: text }).nullish().catch(null),
  totalOutstandingSet: moneyBag,
  lineItems: z
    .object({ nodes: z.array(z.object({ name: z.unknown(), currentQuantity: z.unknown() })) })
    .catch({ nodes: [] })
    .transform(({ nodes }) => nodes),
  transactions: z.array(transaction),
  refunds: z.array(refund),
  /** What we keep at the order: its pay link. */
  payment: z.object({ value: z.string() }).nullish(),
})
export type ShopOrder = z.infer<typeof order>

/** Upper bound on the lines read: more never fit into a description. */
export const MOST_LINES = 20

/** As many as nearly every order has; an order with so many is read further (`readOrder`). */
export const FIRST_TRANSACTIONS = 50
export const FIRST_REFUNDS = 5

/**
 * An order with all that its payment depends on; `null`: there is no such order any more. It is asked
 * for often, and an operation may cost 1,000 points: of its lists, the first part.
 */
export const orderForPayment = operation<{ id: string }>('admin')(
  `query OrderForPayment($id: ID!) {
  order(id: $id) {
    id name createdAt updatedAt cancelledAt confirmationNumber customerLocale
    paymentGatewayNames note email phone billingAddress { name phone }
    totalOutstandingSet { ...Bag }
    lineItems(first: ${MOST_LINES + 1}) { nodes { name currentQuantity } }
    transactions(first: ${FIRST_TRANSACTIONS}) { ...Tx }
    refunds(first: ${FIRST_REFUNDS}) { ${REFUND_FIELDS} }
    payment: metafield(namespace: "$app", key: "payment") { value }
  }
}${TRANSACTION_FRAGMENTS}`,
  z.object({ order: order.nullable() }).transform((data) => data.order),
)

/** So many transactions of an order are read at most: Shopify has no pages of them. */
export const MOST_TRANSACTIONS = 200

/** All transactions of an order, those of its refunds among them. */
export const transactionsOfOrder = operation<{ id: string }>('admin')(
  `query TransactionsOfOrder($id: ID!) {
  order(id: $id) { id transactions(first: ${MOST_TRANSACTIONS}) { ...Tx } }
}${TRANSACTION_FRAGMENTS}`,
  z
    .object({ order: z.object({ transactions: z.array(transaction) }).nullable() })
    .transform(({ order: found }) => found?.transactions ?? []),
)
