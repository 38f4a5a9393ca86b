import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Money, moneyFromDecimal } from '../../src/domain/money.ts'
import type { Retry } from '../../src/runtime/failure.ts'
import { basicAuthorization, splitLogin } from '../../src/runtime/net/address-login.ts'
import { postToThirdParty, ResponseTooLarge, readResponse } from '../../src/runtime/net/outgoing.ts'
import { failureText, signedPost, signingKey } from '../../src/runtime/net/signed-post.ts'
import {
  jsonBehindNotices,
  quoteResponse,
  redirectTarget,
} from '../../src/runtime/text/response-quotes.ts'
import { parseStorableJson } from '../../src/runtime/text/storable.ts'
import { type OrderAtStore, type ReadOrdersOutcome, STORE_ORDER_STATUSES } from '../adapter.ts'
import type { HeadlessOptions } from './options.ts'

export const ORDERS_REQUESTED = 'orders.requested'

/** About a hundred orders of a few hundred bytes each. */
const MOST_BYTES = 5 * 1_048_576

const orderAtShop = z
  .object({
    id: z.string(),
    status: z.enum(STORE_ORDER_STATUSES),
    amount: z.string().nullish(),
    currency: z.string().nullish(),
    refunded_amount: z.string().nullish(),
  })
  .transform((order, context): OrderAtStore => {
    const moneyOf = (name: 'amount' | 'refunded_amount'): Money | undefined => {
      const decimal = order[name]
      if (decimal === null || decimal === undefined) return undefined
      const money = moneyFromDecimal(decimal, order.currency ?? '')
      if (!money)
        context.addIssue({ code: 'custom', path: [name], message: 'no amount of a currency' })
      return money
    }
    const { id, status } = order
    return { id, status, amount: moneyOf('amount'), refunded: moneyOf('refunded_amount') }
  })

const answer = z.object({ orders: z.array(z.unknown()) })
const named = z.object({ id: z.string() })

/**
 * Sends a signed POST. Lists an order that fails to parse as `unreadable` and keeps the rest. A
 * redirect or an oversized response needs attention; other failures are retryable.
 */
export const readHeadlessOrders = async (
  url: string,
  { notifySecrets, timeoutMs, clock, connections, logins }: HeadlessOptions,
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
    const request = signedPost({ keys: notifySecrets.map(signingKey), id, now, body, timeoutMs })
    const { address, login = logins?.orders_url } = splitLogin(url)
    const headers = { ...request.headers, ...basicAuthorization(login) }
    const response = await postToThirdParty(connections, address, { ...request, headers })
    if (!response.ok) {
      const leadsOn = response.status >= 300 && response.status < 400
      if (leadsOn) {
        await response.body?.cancel()
        const target = redirectTarget(response.headers.get('location'), url)
        return failedRead(`HTTP ${response.status}, which redirects to ${target}`, 'ask-a-person')
      }
      const page = quoteResponse((await readResponse(response.body, MOST_BYTES)).toString('utf8'))
      return failedRead([`HTTP ${response.status}`, page].filter(Boolean).join(' '), 'retry')
    }
    const text = await readResponse(response.body, MOST_BYTES)
    const read = answer.safeParse(jsonOf(text))
    if (!read.success) {
      return failedRead(`unreadable answer: ${firstIssue(read.error)}`, 'retry')
    }
    return { outcome: 'read', ...splitOrders(read.data.orders, new Set(orderIds)) }
  } catch (error) {
    // A retry would be as large.
    const isTooLarge = error instanceof ResponseTooLarge
    return failedRead(failureText(error), isTooLarge ? 'ask-a-person' : 'retry')
  }
}

/** Ignores orders outside the request. */
const splitOrders = (items: readonly unknown[], requested: ReadonlySet<string>) => {
  const orders: OrderAtStore[] = []
  const unreadable: { id: string | null; detail: string }[] = []
  for (const item of items) {
    const id = named.safeParse(item).data?.id ?? null
    if (id !== null && !requested.has(id)) continue
    const read = orderAtShop.safeParse(item)
    if (read.success) orders.push(read.data)
    else unreadable.push({ id, detail: firstIssue(read.error) })
  }
  return { orders, unreadable }
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.')}: ${issue?.message}`

/** Hides the parser's message, which quotes customer data. */
const jsonOf = (answered: Buffer): unknown => {
  const text = answered.toString('utf8')
  const json = jsonBehindNotices(text, parseStorableJson)
  if (json !== undefined) return json
  throw new Error(['the answer is not JSON', quoteResponse(text)].filter(Boolean).join(' '))
}

const failedRead = (detail: string, retry: Retry): ReadOrdersOutcome => ({
  outcome: 'not-read',
  retry,
  detail,
})
