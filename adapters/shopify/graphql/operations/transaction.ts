import { z } from 'zod'
import { BAG, moneyBag } from './money-bag.ts'

/** Kinds and statuses stay words: a new one of Shopify's must not make an order unreadable. */
export const transaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  gateway: z.string().nullish(),
  /** The gateway as people read it: of a manual payment method, the name that the merchant gave it. */
  formattedGateway: z.string().nullish(),
  manualPaymentGateway: z.boolean().catch(false),
  manuallyCapturable: z.boolean().catch(false),
  test: z.boolean().catch(false),
  processedAt: z.string().nullish(),
  amountSet: moneyBag,
  parentTransaction: z.object({ id: z.string(), kind: z.string(), status: z.string() }).nullish(),
})
export type Transaction = z.infer<typeof transaction>

/** Goes with `BAG`. */
const TX = `
fragment Tx on OrderTransaction {
  id kind status gateway formattedGateway manualPaymentGateway manuallyCapturable test processedAt
  amountSet { ...Bag }
  parentTransaction { id kind status }
}`

export const TRANSACTION_FRAGMENTS = BAG + TX

/** The few facts of a transaction that belongs to a refund. */
export const refundTransaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  gateway: z.string().nullish(),
  formattedGateway: z.string().nullish(),
  amountSet: moneyBag,
})

export const REFUND_FIELDS = `
  id createdAt note totalRefundedSet { ...Bag }
  transactions(first: 20) {
    nodes { id kind status gateway formattedGateway amountSet { ...Bag } }
  }`

/** Tax is not in the line items of a refund: what went back is the sum of its transactions. */
export const refund = z.object({
  id: z.string(),
  createdAt: z.string().nullish(),
  note: z.string().nullish(),
  totalRefundedSet: moneyBag,
  transactions: z.object({ nodes: z.array(refundTransaction) }).transform(({ nodes }) => nodes),
})
export type ShopRefund = z.infer<typeof refund>
