import type { Harness } from '../../contract/support/harness.ts'
import { deliver, eventOf } from '../../support/gateway-events.ts'
import { eventually, type Json } from '../../support/world.ts'

export interface RefundsAtBoth {
  /** Pays `count` orders through the process at `url`. The gateway settled them the day before. */
  pay(url: string, count: number): Promise<void>
  /** Requests refunds of the next `count` orders at all `urls` at once, under one idempotency key. */
  request(urls: readonly string[], count: number): Promise<void>
  /** Amounts refunded at the gateway, one per order. */
  refunded(): Promise<number[]>
}

export const REFUND = 30
const DAY_MS = 24 * 60 * 60_000

/** Orders of 100 that are paid at the gateway and refunded in part, so that a second refund shows. */
export const refundsAtBoth = (gateway: Harness, apiKey: string): RefundsAtBoth => {
  const paid: { orderId: string; gatewayId: number }[] = []
  let requested = 0

  const callApi = async (url: string, key: string, body?: unknown): Promise<Json> => {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`)
    return answer as Json
  }

  const payOne = async (url: string): Promise<void> => {
    const orderId = `refund-${paid.length + 1}`
    const { payment } = await callApi(`${url}/v1/checkouts`, orderId, {
      order: { id: orderId, amount: '100.00', currency: 'HNL' },
    })
    await gateway.pay({ checkout_url: payment.checkout_url })
    const charged = await gateway.getPayment(Number(payment.gateway_payment_id))
    const { transaction_id, paid_at } = charged
    const body = eventOf({ ...charged, id: charged.id, amount: charged.amount }, 'approved', {
      transaction_id,
      paid_at,
    })
    const delivered = await deliver(url, { body })
    if (!delivered.ok) throw new Error(`Delivery: ${delivered.status}`)
    await eventually(async () => {
      const { order } = await callApi(`${url}/v1/orders/${orderId}`, orderId)
      return order.status === 'paid'
    })
    paid.push({ orderId, gatewayId: charged.id })
  }

  return {
    pay: async (url, count) => {
      const now = Date.now()
      await gateway.control('POST', '/clock', { now: new Date(now - 2 * DAY_MS).toISOString() })
      for (let order = 0; order < count; order++) await payOne(url)
      await gateway.advance((2 * DAY_MS) / 1_000)
    },
    request: async (urls, count) => {
      const orders = paid.slice(requested, requested + count)
      requested += count
      const amount = `${REFUND}.00`
      await Promise.all(
        orders.flatMap(({ orderId }) =>
          urls.map((url) =>
            callApi(`${url}/v1/orders/${orderId}/refunds`, `refund of ${orderId}`, { amount }),
          ),
        ),
      )
    },
    refunded: () =>
      Promise.all(
        paid.map(async ({ gatewayId }) => (await gateway.getPayment(gatewayId)).refunded_amount),
      ),
  }
}
