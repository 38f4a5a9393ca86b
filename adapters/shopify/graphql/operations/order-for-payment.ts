import { z } from 'zod'
import { moneyBag } from './money-bag.ts'
import { operation } from './operation.ts'
import { REFUND_FIELDS, refund } from './refund.ts'
import { TRANSACTION_FRAGMENTS, transaction } from './transaction.ts'

/** Unreadable values become `null` instead of an error. */
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
  /** `null` unless Shopify approved the app for protected customer data. */
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
  payment: z.object({ value: z.string() }).nullish(),
})
export type ShopifyOrder = z.infer<typeof order>

/** More line items never fit into a description. */
export const MOST_LINES = 20

/** Enough for nearly every order; `readOrder` fetches the rest. */
export const FIRST_TRANSACTIONS = 50
export const FIRST_REFUNDS = 5

/**
 * Returns `null` if deleted. Fetches the first part of each list: it runs often, and Shopify allows
 * 1,000 points.
 */
export const orderForPaymentQuery = operation<{ id: string }>('admin')(
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

/** Shopify does not paginate transactions. */
export const MOST_TRANSACTIONS = 200

/** Reads all transactions, including refunds. */
export const transactionsOfOrderQuery = operation<{ id: string }>('admin')(
  `query TransactionsOfOrder($id: ID!) {
  order(id: $id) { id transactions(first: ${MOST_TRANSACTIONS}) { ...Tx } }
}${TRANSACTION_FRAGMENTS}`,
  z
    .object({ order: z.object({ transactions: z.array(transaction) }).nullable() })
    .transform(({ order: found }) => found?.transactions ?? []),
)
