import { z } from 'zod'
import { moneyBag } from './money-bag.ts'
import { operation } from './operation.ts'
import { REFUND_FIELDS, refund, TRANSACTION_FRAGMENTS, transaction } from './transaction.ts'

const order = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullish(),
  closed: z.boolean().catch(false),
  test: z.boolean().catch(false),
  edited: z.boolean().catch(false),
  confirmationNumber: z.string().nullish(),
  customerLocale: z.string().nullish(),
  presentmentCurrencyCode: z.string(),
  /** `null` for an unpaid order that was made by API. */
  displayFinancialStatus: z.string().nullish(),
  canMarkAsPaid: z.boolean().catch(false),
  fullyPaid: z.boolean().catch(false),
  unpaid: z.boolean().catch(false),
  paymentGatewayNames: z.array(z.string()).catch([]),
  checkoutToken: z.string().nullish(),
  note: z.string().nullish(),
  tags: z.array(z.string()).catch([]),
  /** Protected data of customers: `null` where Shopify has not approved the app for it. */
  email: z.string().nullish(),
  phone: z.string().nullish(),
  billingAddress: z.object({ name: z.string().nullish(), phone: z.string().nullish() }).nullish(),
  currentTotalPriceSet: moneyBag,
  totalOutstandingSet: moneyBag,
  totalReceivedSet: moneyBag,
  totalRefundedSet: moneyBag,
  netPaymentSet: moneyBag,
  lineItems: z
    .object({ nodes: z.array(z.object({ name: z.string(), currentQuantity: z.number() })) })
    .transform(({ nodes }) => nodes),
  transactions: z.array(transaction),
  refunds: z.array(refund),
  /** What we keep at the order: its pay link. */
  payment: z.object({ value: z.string() }).nullish(),
})
export type ShopOrder = z.infer<typeof order>

/** An order with all that its payment depends on; `null`: there is no such order any more. */
export const orderForPayment = operation<{ id: string }>('admin')(
  `query OrderForPayment($id: ID!) {
  order(id: $id) {
    id name createdAt updatedAt cancelledAt closed test edited confirmationNumber customerLocale
    presentmentCurrencyCode displayFinancialStatus
    canMarkAsPaid fullyPaid unpaid paymentGatewayNames checkoutToken
    note tags email phone billingAddress { name phone }
    currentTotalPriceSet { ...Bag } totalOutstandingSet { ...Bag } totalReceivedSet { ...Bag }
    totalRefundedSet { ...Bag } netPaymentSet { ...Bag }
    lineItems(first: 20) { nodes { name currentQuantity } }
    transactions(first: 50) { ...Tx }
    refunds(first: 50) { ${REFUND_FIELDS} }
    payment: metafield(namespace: "$app", key: "payment") { value }
  }
}${TRANSACTION_FRAGMENTS}`,
  z.object({ order: order.nullable() }).transform((data) => data.order),
)
