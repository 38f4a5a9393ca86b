import { z } from 'zod'

/** An amount as Shopify writes it: a decimal string without fixed scale. */
const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** An amount in the currency that the buyer sees; the shop's own is no business of ours. */
export const moneyBag = z.object({ presentmentMoney: money })
export type MoneyBag = z.infer<typeof moneyBag>

export const BAG = `
fragment Bag on MoneyBag {
  presentmentMoney { amount currencyCode }
}`
