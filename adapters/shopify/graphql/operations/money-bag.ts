import { z } from 'zod'
import { moneyFromDecimal } from '../../../../src/domain/money.ts'

/** A decimal string without fixed scale: `12.5`, `0.0`. */
const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** The currency that the buyer sees; Puente ignores the shop's. */
export const moneyBag = z.object({ presentmentMoney: money })

/** Parses the buyer's amount. Returns `undefined` if invalid. */
export const presentmentOf = ({ presentmentMoney }: z.output<typeof moneyBag>) =>
  moneyFromDecimal(presentmentMoney.amount, presentmentMoney.currencyCode)

export const BAG = `
fragment Bag on MoneyBag {
  presentmentMoney { amount currencyCode }
}`
