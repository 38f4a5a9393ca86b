import { createHash } from 'node:crypto'
import { z } from 'zod'
import { orUndefined } from '../../../src/runtime/failure.ts'
import type { RestClient, RestOutcome } from '../rest/rest-client.ts'
import { type WooOrderState, wooStateOf } from './statuses.ts'

export const PAYMENT_METHOD = 'puente'

/** Order meta: when sent to Puente; removed by choosing another payment method. */
export const SENT_META = '_puente_checkout'
/** Order meta: our payment. */
export const PAYMENT_META = '_puente_payment'
/** Order meta: brand and last four digits of the card, as JSON, which the plugin shows. */
export const CARD_META = '_puente_card'
/** Refund meta: our refund. */
export const REFUND_META = '_puente_refund'
/** Refund meta: state at the plugin's request. */
export const REFUND_STATE_META = '_puente_refund_state'
/** Order meta: adopted manual rows, `{row: refund}`. */
export const ADOPTED_META = '_puente_adopted_refunds'
/** Order meta: paid status set by policy. */
export const PAID_STATUS_META = '_puente_paid_status'

const meta = z.object({ key: z.string(), value: z.unknown() })
/** Drops malformed entries of other plugins. */
export const metaData = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.flatMap((one) => meta.safeParse(one).data ?? []))

/** UTC without a zone. */
export const gmt = z
  .string()
  .transform((text) => (/[Zz]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`))
  .pipe(z.coerce.date())

/** REST API order, limited to `ORDER_FIELDS`. */
export const wooOrder = z.object({
  id: z.int(),
  order_key: z.string().catch(''),
  status: z.string(),
  currency: z.string(),
  total: z.string(),
  payment_method: z.string().catch(''),
  transaction_id: z.string().catch(''),
  date_paid_gmt: gmt.nullish().catch(null),
  date_modified_gmt: gmt.nullish().catch(null),
  /** Whether anything ships: `processing` or `completed`. */
  needs_processing: z.boolean().optional().catch(undefined),
  refunds: z.array(z.object({ id: z.int(), total: z.string() })).default([]),
  meta_data: metaData.default([]),
})

export type WooOrder = z.output<typeof wooOrder>

export const ORDER_FIELDS = Object.keys(wooOrder.shape).join(',')

export const readWooOrder = (
  rest: RestClient,
  id: number | string,
): Promise<RestOutcome<WooOrder>> => rest.get(`orders/${id}`, wooOrder, { _fields: ORDER_FIELDS })

/** Changes an order. WooCommerce answers 200 even if it ignored the changes: check the result. */
export const updateWooOrder = (
  rest: RestClient,
  id: number,
  changes: object,
): Promise<RestOutcome<WooOrder>> => rest.put(`orders/${id}`, wooOrder, changes)

/**
 * Detects a reused order id; `null` without an order key. Hashed, because the key opens the order's
 * pages.
 */
export const fingerprintOf = (orderKey: string | undefined): string | null =>
  orderKey ? createHash('sha256').update(orderKey).digest('hex') : null

export const metaOf = (order: Pick<WooOrder, 'meta_data'>, key: string): string | undefined => {
  const value = order.meta_data.findLast((one) => one.key === key)?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns `{}` if missing or unreadable. */
export const recordOf = <Value>(
  order: WooOrder,
  key: string,
  value: z.ZodType<Value>,
): Record<string, Value> =>
  orUndefined(() => z.record(z.string(), value).parse(JSON.parse(metaOf(order, key) ?? '{}'))) ?? {}

/** `paid-otherwise`: in cash, by transfer or through another plugin. */
export const derivePaymentState = (order: WooOrder): WooOrderState | 'paid-otherwise' => {
  const derived = wooStateOf({ status: order.status, isPaidAt: Boolean(order.date_paid_gmt) })
  const hasCharge = derived === 'paid' || derived === 'refunded'
  return hasCharge && !isThroughUs(order) ? 'paid-otherwise' : derived
}

const isThroughUs = (order: WooOrder): boolean =>
  order.payment_method === PAYMENT_METHOD || metaOf(order, PAYMENT_META) !== undefined

/**
 * A late cart update can overwrite an order's method (WooCommerce 9.9 and later), so the plugin's
 * mark counts, too.
 */
export const isToBePaidByUs = (order: WooOrder): boolean =>
  isThroughUs(order) || metaOf(order, SENT_META) !== undefined

export const ourMethodFor = (order: WooOrder, title: string): object =>
  order.payment_method === PAYMENT_METHOD
    ? {}
    : { payment_method: PAYMENT_METHOD, payment_method_title: title }
