import { z } from 'zod'

/** A decimal string without fixed scale. */
const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** The currency that the buyer sees; Puente ignores the shop's. */
export const moneyBag = z.object({ presentmentMoney: money })
export type MoneyBag = z.infer<typeof moneyBag>

export const BAG = `
fragment Bag on MoneyBag {
  presentmentMoney { amount currencyCode }
}`
