import { z } from 'zod'
import type { Money } from '../../../src/domain/money.ts'
import {
  ADOPTED_META,
  gmt,
  metaData,
  metaOf,
  moneyOf,
  REFUND_META,
  REFUND_STATE_META,
  type WooOrder,
} from '../orders/order.ts'
import type { RestClient, RestOutcome } from '../rest/rest-client.ts'
import { unreadable } from '../rest/rest-failure.ts'

export const wooRefund = z.object({
  id: z.int(),
  amount: z.string(),
  date_created_gmt: gmt,
  meta_data: metaData.default([]),
})

const FIELDS = Object.keys(wooRefund.shape).join(',')
const PER_PAGE = 100

export interface BookedRefund {
  id: number
  amount: Money
  at: Date
  /** Our refund, from the row's meta. */
  refundId: string | null
  /** Our refund, from the order's meta. */
  adoptedFor: string | null
  /** State at the plugin's request; `null` without a request or response. */
  saidState: string | null
}

/** Reads all refund rows of an order. */
export const readRefundRows = async (
  rest: RestClient,
  order: WooOrder,
): Promise<RestOutcome<BookedRefund[]>> => {
  const booked: BookedRefund[] = []
  const adopted = adoptedBy(order)
  for (let page = 1; ; page++) {
    const query = { per_page: PER_PAGE, page, _fields: FIELDS }
    const read = await rest.get(`orders/${order.id}/refunds`, z.array(wooRefund), query)
    if (read.outcome === 'failed') return read
    for (const refund of read.value) {
      const amount = moneyOf(refund.amount, order.currency)
      if (!amount) return unreadable(`refund ${refund.id} of ${refund.amount} ${order.currency}`)
      const refundId = metaOf(refund, REFUND_META) ?? null
      const adoptedFor = adopted[refund.id] ?? null
      const saidState = metaOf(refund, REFUND_STATE_META) ?? null
      const at = refund.date_created_gmt
      booked.push({ id: refund.id, amount, at, refundId, adoptedFor, saidState })
    }
    if (read.value.length < PER_PAGE) return { outcome: 'done', value: booked }
  }
}

const adoptions = z.record(z.string(), z.string())

/** Returns adopted manual rows as `{row id: refund id}`. Unreadable meta counts as empty. */
export const adoptedBy = (order: WooOrder): Readonly<Record<string, string>> => {
  try {
    return adoptions.parse(JSON.parse(metaOf(order, ADOPTED_META) ?? '{}'))
  } catch {
    return {}
  }
}
