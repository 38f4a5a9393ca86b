import { z } from 'zod'
import { currencyByCode } from '../../src/domain/currencies.ts'
import { type Money, parseMoney } from '../../src/domain/money.ts'
import { derivedOf, type StoreOrderState } from './statuses.ts'

/** The id of the plugin's payment method. */
export const PAYMENT_METHOD = 'puente'

/** Order meta: when the plugin sent the order to Puente. Choosing another payment method removes it. */
export const SENT_META = '_puente_checkout'
/** Meta of an order: the payment of ours that paid it. */
export const PAYMENT_META = '_puente_payment'
/** Meta of a refund: the void or refund of ours that it stands for. */
export const REFUND_META = '_puente_refund'
/** Meta of a refund: how that stood when the plugin asked for it. */
export const REFUND_STATE_META = '_puente_refund_state'
/** Meta of an order: refunds that somebody had entered before Puente came to, `{row: ours}`. */
export const ADOPTED_META = '_puente_adopted_refunds'
/** Meta of an order: the status that it got when it was paid, by the store's choice. */
export const PAID_STATUS_META = '_puente_paid_status'

const meta = z.object({ key: z.string(), value: z.unknown() })
/** Other plugins put anything there; what is no pair of key and value is none of ours. */
export const metaData = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.flatMap((one) => meta.safeParse(one).data ?? []))

/** WooCommerce writes UTC without saying so. */
export const gmt = z
  .string()
  .transform((text) => (/[Zz]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`))
  .pipe(z.coerce.date())

/** An order of the REST API, as far as it is read; ask for `ORDER_FIELDS`. */
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
  /** Whether anything of it has to be sent: what a payment makes of an order hangs on it. */
  needs_processing: z.boolean().optional().catch(undefined),
  refunds: z.array(z.object({ id: z.int(), total: z.string() })).default([]),
  meta_data: metaData.default([]),
})

export type WooOrder = z.output<typeof wooOrder>

export const ORDER_FIELDS = Object.keys(wooOrder.shape).join(',')

/** `undefined` for an amount that is none of its currency, to the last decimal. */
export const moneyOf = (decimal: string, currencyCode: string): Money | undefined => {
  const currency = currencyByCode(currencyCode)
  const parsed = currency && parseMoney(decimal, currency)
  return parsed?.ok ? parsed.money : undefined
}

export const metaOf = (order: Pick<WooOrder, 'meta_data'>, key: string): string | undefined => {
  const value = order.meta_data.findLast((one) => one.key === key)?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * How an order stands with its payment. `paid-otherwise`: by cash, by transfer or by another plugin;
 * nobody wants it paid through us any more.
 */
export const deriveOrderStatus = (order: WooOrder): StoreOrderState | 'paid-otherwise' => {
  const derived = derivedOf({ status: order.status, isPaidAt: Boolean(order.date_paid_gmt) })
  const tookMoney = derived === 'paid' || derived === 'refunded'
  return tookMoney && !isThroughUs(order) ? 'paid-otherwise' : derived
}

const isThroughUs = (order: WooOrder): boolean =>
  order.payment_method === PAYMENT_METHOD || metaOf(order, PAYMENT_META) !== undefined

/**
 * Tells whether an unpaid order is payable through us. A late cart update can overwrite its payment
 * method (WooCommerce 9.9 and later), so the plugin's mark counts as well.
 */
export const isToBePaidByUs = (order: WooOrder): boolean =>
  isThroughUs(order) || metaOf(order, SENT_META) !== undefined

/** Writes our payment method into an order that has another one. */
export const ourMethodFor = (order: WooOrder, title: string): object =>
  order.payment_method === PAYMENT_METHOD
    ? {}
    : { payment_method: PAYMENT_METHOD, payment_method_title: title }
