import { z } from 'zod'
import { moneyFromDecimal } from '../../../../src/domain/money.ts'

/** Decimal string of any scale: `12.5`, `0.0`. */
const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** The buyer's currency; Puente ignores the shop's. */
export const moneyBag = z.object({ presentmentMoney: money })

/** Returns `undefined` for an invalid amount. */
export const presentmentOf = ({ presentmentMoney }: z.output<typeof moneyBag>) =>
  moneyFromDecimal(presentmentMoney.amount, presentmentMoney.currencyCode)

export const BAG = `
fragment Bag on MoneyBag {
  presentmentMoney { amount currencyCode }
}`
