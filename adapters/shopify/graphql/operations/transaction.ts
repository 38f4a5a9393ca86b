import { z } from 'zod'
import { BAG, moneyBag } from './money-bag.ts'

/** Strings, so a new kind or status does not make an order unreadable. */
export const transaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  createdAt: z.string().nullish(),
  gateway: z.string().nullish(),
  /** For a manual payment method, the merchant's name. */
  formattedGateway: z.string().nullish(),
  /** The merchant collects the money outside Shopify. */
  manualPaymentGateway: z.boolean().catch(false),
  manuallyCapturable: z.boolean().catch(false),
  amountSet: moneyBag,
  parentTransaction: z.object({ id: z.string() }).nullish(),
})
export type Transaction = z.infer<typeof transaction>

/** Requires the fragment `BAG`. */
const TX = `
fragment Tx on OrderTransaction {
  id kind status createdAt gateway formattedGateway manualPaymentGateway manuallyCapturable
  amountSet { ...Bag }
  parentTransaction { id }
}`

export const TRANSACTION_FRAGMENTS = BAG + TX
