import { z } from 'zod'
import { isSameOrRounded, type Money } from '../../src/domain/money.ts'
import { moneyOf, type WooOrder } from './order.ts'
import type { RestClient, RestOutcome } from './rest-client.ts'

const total = z.object({ total: z.string() })

/**
 * Reads the least amount that a shop shows for the currency of an order, in minor units: 100 in a
 * shop without decimals. WooCommerce rounds each total to it when it loads an order, whatever
 * precision a call names; it writes as many decimals where a call names none.
 */
export const readShownUnit = async (
  rest: RestClient,
  { id }: WooOrder,
  { currency }: Money,
): Promise<RestOutcome<bigint>> => {
  const read = await rest.get(`orders/${id}`, total, { _fields: 'total', dp: undefined })
  if (read.outcome === 'failed') return read
  const hidden = currency.exponent - (read.value.total.split('.')[1]?.length ?? 0)
  return { outcome: 'done', value: hidden > 0 ? 10n ** BigInt(hidden) : 1n }
}

/** Reads whether an order still has an amount, as far as the rounding of its shop shows it. */
export const hasStillAmount = async (
  rest: RestClient,
  order: WooOrder,
  amount: Money,
): Promise<RestOutcome<boolean>> => {
  const shown = moneyOf(order.total, order.currency)
  const isSame = shown !== undefined && isSameOrRounded(shown, amount)
  if (!shown || isSame || !mayBeRounded(shown)) return { outcome: 'done', value: isSame }
  const unit = await readShownUnit(rest, order, shown)
  if (unit.outcome === 'failed') return unit
  return { outcome: 'done', value: isSameOrRounded(shown, amount, unit.value) }
}

/** Reads the unit of each currency once, for orders that are read together. */
export const shownUnits = (rest: RestClient) => {
  const known = new Map<string, bigint>()
  return async (order: WooOrder, amount: Money): Promise<RestOutcome<bigint>> => {
    if (!mayBeRounded(amount)) known.set(order.currency, 1n)
    const unit = known.get(order.currency)
    if (unit !== undefined) return { outcome: 'done', value: unit }
    const read = await readShownUnit(rest, order, amount)
    if (read.outcome === 'done') known.set(order.currency, read.value)
    return read
  }
}

/** An amount whose last decimal is not 0 shows that its shop rounds none away. */
const mayBeRounded = ({ minor, currency }: Money): boolean =>
  currency.exponent > 0 && minor % 10n === 0n
