import { createHash } from 'node:crypto'
import { z } from 'zod'
import { STORE_ORDER_STATUSES } from '../../src/payments/rules/classify-difference.ts'
import type { OrderAtStore, ReadOrdersOutcome } from '../../src/payments/storefront.ts'
import { type Currency, currencyByCode } from '../../src/platform/currencies.ts'
import { type Money, parseMoney } from '../../src/platform/money.ts'
import type { HeadlessOptions } from './options.ts'
import { failureText, signedPost } from './signed-post.ts'

export const ORDERS_REQUESTED = 'orders.requested'

const orderAtShop = z
  .object({
    id: z.string(),
    status: z.enum(STORE_ORDER_STATUSES),
    amount: z.string().nullish(),
    currency: z.string().nullish(),
    refunded_amount: z.string().nullish(),
  })
  .transform((order, context): OrderAtStore => {
    const currency = currencyByCode(order.currency ?? '')
    const moneyOf = (name: 'amount' | 'refunded_amount'): Money | undefined => {
      const decimal = order[name]
      if (decimal === null || decimal === undefined) return undefined
      const money = currency && moneyIn(decimal, currency)
      if (!money)
        context.addIssue({ code: 'custom', path: [name], message: 'no amount of a currency' })
      return money
    }
    const { id, status } = order
    return { id, status, amount: moneyOf('amount'), refunded: moneyOf('refunded_amount') }
  })

const moneyIn = (decimal: string, currency: Currency): Money | undefined => {
  const parsed = parseMoney(decimal, currency)
  return parsed.ok ? parsed.money : undefined
}

const answer = z.object({ orders: z.array(orderAtShop) })

/**
 * Asks the shop how orders of its stand, by a signed POST to its orders URL. Everything but an
 * answer that can be read as a whole is none: half of one would make orders look as if they were
 * missing.
 */
export const readOrdersAt = async (
  url: string,
  { notifySecret, timeoutMs, clock }: HeadlessOptions,
  orderIds: readonly string[],
): Promise<ReadOrdersOutcome> => {
  const now = clock.now()
  const body = JSON.stringify({
    type: ORDERS_REQUESTED,
    timestamp: now.toISOString(),
    data: { order_ids: orderIds },
  })
  const id = `msg_${createHash('sha256').update(body).digest('hex').slice(0, 32)}`
  try {
    const request = signedPost({ secret: notifySecret, id, now, body, timeoutMs })
    const response = await fetch(url, request)
    if (!response.ok) {
      await response.body?.cancel()
      return notRead(`HTTP ${response.status}`)
    }
    const read = answer.safeParse(await response.json())
    if (!read.success) {
      const [issue] = read.error.issues
      return notRead(`unreadable answer: ${issue?.path.join('.')}: ${issue?.message}`)
    }
    const asked = new Set(orderIds)
    return { outcome: 'read', orders: read.data.orders.filter((order) => asked.has(order.id)) }
  } catch (error) {
    return notRead(failureText(error))
  }
}

const notRead = (detail: string): ReadOrdersOutcome => ({ outcome: 'not-read', detail })
