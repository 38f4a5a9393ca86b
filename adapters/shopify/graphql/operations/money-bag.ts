import { z } from 'zod'

/** An amount as Shopify writes it: a decimal string without fixed scale. */
const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** The same amount in the shop's own currency and in the one that the buyer sees. */
export const moneyBag = z.object({ shopMoney: money, presentmentMoney: money })
export type MoneyBag = z.infer<typeof moneyBag>

export const BAG = `
fragment Bag on MoneyBag {
  shopMoney { amount currencyCode }
  presentmentMoney { amount currencyCode }
}`
