import { z } from 'zod'
import { BAG, moneyBag } from './money-bag.ts'

/** Kinds and statuses stay words: a new one of Shopify's must not make an order unreadable. */
export const transaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  createdAt: z.string().nullish(),
  gateway: z.string().nullish(),
  /** The gateway as people read it: of a manual payment method, the name that the merchant gave it. */
  formattedGateway: z.string().nullish(),
  /** Of a payment method that the merchant made, and takes the money for by hand. */
  manualPaymentGateway: z.boolean().catch(false),
  manuallyCapturable: z.boolean().catch(false),
  amountSet: moneyBag,
  parentTransaction: z.object({ id: z.string() }).nullish(),
})
export type Transaction = z.infer<typeof transaction>

/** Goes with `BAG`. */
const TX = `
fragment Tx on OrderTransaction {
  id kind status createdAt gateway formattedGateway manualPaymentGateway manuallyCapturable
  amountSet { ...Bag }
  parentTransaction { id }
}`

export const TRANSACTION_FRAGMENTS = BAG + TX
