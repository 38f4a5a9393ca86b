import { z } from 'zod'
import { type Money, moneyFromDecimal } from '../../../src/domain/money.ts'
import {
  ADOPTED_META,
  gmt,
  metaData,
  metaOf,
  REFUND_META,
  REFUND_STATE_META,
  recordOf,
  type WooOrder,
} from '../orders/order.ts'
import { type RestClient, type RestOutcome, readAll } from '../rest/rest-client.ts'
import { unreadable } from '../rest/rest-failure.ts'

export const wooRefund = z.object({
  id: z.int(),
  amount: z.string(),
  date_created_gmt: gmt,
  meta_data: metaData.default([]),
})

const FIELDS = Object.keys(wooRefund.shape).join(',')

export interface BookedRefund {
  id: number
  amount: Money
  at: Date
  /** From the row's meta. */
  refundId: string | null
  /** From the order's meta. */
  adoptedFor: string | null
  /** State at the plugin's request; `null` without a request or response. */
  saidState: string | null
}

export const readRefundRows = async (
  rest: RestClient,
  order: WooOrder,
): Promise<RestOutcome<BookedRefund[]>> => {
  const read = await readAll(rest, `orders/${order.id}/refunds`, {
    schema: wooRefund,
    query: { _fields: FIELDS },
  })
  if (read.outcome === 'failed') return read
  const booked: BookedRefund[] = []
  const adopted = adoptedBy(order)
  for (const refund of read.value) {
    const amount = moneyFromDecimal(refund.amount, order.currency)
    if (!amount) return unreadable(`refund ${refund.id} of ${refund.amount} ${order.currency}`)
    booked.push({
      id: refund.id,
      amount,
      at: refund.date_created_gmt,
      refundId: metaOf(refund, REFUND_META) ?? null,
      adoptedFor: adopted[refund.id] ?? null,
      saidState: metaOf(refund, REFUND_STATE_META) ?? null,
    })
  }
  return { outcome: 'done', value: booked }
}

/** Maps row ids to refund ids. */
export const adoptedBy = (order: WooOrder): Readonly<Record<string, string>> =>
  recordOf(order, ADOPTED_META, z.string())
