export interface WooReply {
  status: number
  body: unknown
}

export interface RestRequest {
  method: string
  /** Below `/wp-json/wc/v3/`. */
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

export const ok = (body: unknown): WooReply => ({ status: 200, body })
export const created = (body: unknown): WooReply => ({ status: 201, body })

/** WordPress repeats the status in `data`. */
export const wpError = (status: number, code: string, message: string): WooReply => ({
  status,
  body: { code, message, data: { status } },
})

/** WooCommerce quirk: `data` is only the status, always 500. */
export const refusalReply = (message: string): WooReply => ({
  status: 500,
  body: { code: 'woocommerce_rest_cannot_create_order_refund', message, data: 500 },
})

export const NO_SUCH_ORDER = 'woocommerce_rest_shop_order_invalid_id'

export const withFields = ({ status, body }: WooReply, fields: string | null): WooReply => {
  if (!fields || status >= 300) return { status, body }
  const wanted = fields.split(',')
  const pick = (item: unknown) =>
    Object.fromEntries(Object.entries(item as object).filter(([name]) => wanted.includes(name)))
  return { status, body: Array.isArray(body) ? body.map(pick) : pick(body) }
}
