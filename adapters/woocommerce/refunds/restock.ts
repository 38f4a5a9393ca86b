import { z } from 'zod'
import type { SiteClient } from '../options.ts'
import type { WooOrder } from '../orders/order.ts'
import { type RestOutcome, readAll } from '../rest/rest-client.ts'

const line = z.object({ id: z.int(), quantity: z.coerce.number().catch(0) })
const lines = z.object({ line_items: z.array(line) })

const metaData = z.array(z.object({ key: z.string(), value: z.unknown() })).default([])
const refundedLines = z.object({
  line_items: z.array(line.extend({ meta_data: metaData })).default([]),
})

export interface Restocking {
  api_restock: boolean
  line_items?: { id: number; quantity: number; refund_total: string }[]
}

export const NO_RESTOCK: Restocking = { api_restock: false }

/**
 * WooCommerce restocks only lines named in the refund, up to the quantity taken from stock
 * (`wc_restock_refunded_items`). Lines need no amount: the refund's own counts.
 */
export const restockWhatIsLeft = async (
  { rest }: SiteClient,
  order: WooOrder,
): Promise<RestOutcome<Restocking>> => {
  const read = await rest.get(`orders/${order.id}`, lines, { _fields: 'line_items' })
  if (read.outcome === 'failed') return read
  const rows = await readAll(rest, `orders/${order.id}/refunds`, {
    schema: refundedLines,
    query: { _fields: 'line_items' },
  })
  if (rows.outcome === 'failed') return rows
  const refunded = new Map<number, number>()
  for (const { meta_data, quantity } of rows.value.flatMap((row) => row.line_items)) {
    const of = Number(meta_data.find(({ key }) => key === '_refunded_item_id')?.value)
    refunded.set(of, (refunded.get(of) ?? 0) + Math.abs(quantity))
  }
  const left = read.value.line_items
    .map(({ id, quantity }) => ({
      id,
      // Floating point: three times 0.1 is 0.3.
      quantity: Number((quantity - (refunded.get(id) ?? 0)).toFixed(6)),
    }))
    .filter(({ quantity }) => quantity > 0)
    .map((each) => ({ ...each, refund_total: '0' }))
  return {
    outcome: 'done',
    value: left.length > 0 ? { api_restock: true, line_items: left } : NO_RESTOCK,
  }
}
