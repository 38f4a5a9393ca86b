import { z } from 'zod'
import {
  displayUnit,
  isSameOrRounded,
  type Money,
  moneyFromDecimal,
} from '../../../src/domain/money.ts'
import type { RestClient, RestOutcome } from '../rest/rest-client.ts'
import type { WooOrder } from './order.ts'

const total = z.object({ total: z.string() })

/**
 * Smallest displayed amount in minor units: 100 without decimals. WooCommerce rounds loaded totals
 * to it, regardless of `dp`; without `dp`, it returns the displayed decimals.
 */
export const readShownUnit = async (
  rest: RestClient,
  { id }: WooOrder,
  { currency }: Money,
): Promise<RestOutcome<bigint>> => {
  const read = await rest.get(`orders/${id}`, total, { _fields: 'total', dp: undefined })
  if (read.outcome === 'failed') return read
  const shownDecimals = read.value.total.split('.')[1]?.length ?? 0
  return { outcome: 'done', value: displayUnit(currency, shownDecimals) }
}

/** Compares amounts within rounding. */
export const hasStillAmount = async (
  rest: RestClient,
  order: WooOrder,
  amount: Money,
): Promise<RestOutcome<boolean>> => {
  const shown = moneyFromDecimal(order.total, order.currency)
  const isSame = shown !== undefined && isSameOrRounded(shown, amount)
  if (!shown || isSame || !mayBeRounded(shown)) return { outcome: 'done', value: isSame }
  const unit = await readShownUnit(rest, order, shown)
  if (unit.outcome === 'failed') return unit
  return { outcome: 'done', value: isSameOrRounded(shown, amount, unit.value) }
}

/** Caches the displayed unit per currency. */
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

/** A last decimal other than 0 was not rounded. */
const mayBeRounded = ({ minor, currency }: Money): boolean =>
  currency.exponent > 0 && minor % 10n === 0n
