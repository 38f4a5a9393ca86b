import { z } from 'zod'

/** An order status as the REST API has it: without `wc-`. */
const slug = z.string().regex(/^[a-z0-9_-]{1,20}$/, 'expected an order status such as "completed"')

/** What a WooCommerce store has decided about its orders; each has its default. */
export const woocommercePolicySchema = z.strictObject({
  /**
   * What a paid order becomes: what WooCommerce makes of it ("processing", and "completed" where
   * there is nothing to send), or another status, set once.
   */
  paid: z.union([z.literal('automatic'), slug]).default('automatic'),
  /** An unpaid order whose time to pay is over. */
  expired: z.enum(['leave', 'failed', 'cancelled']).default('leave'),
  /** An order whose charge was undone: a refund in the order's books, or a cancelled order. */
  voided: z.enum(['refund', 'cancel']).default('refund'),
  /** An unpaid order for which money was taken that does not fit it. */
  held: z.enum(['on-hold', 'leave']).default('on-hold'),
  /** The goods of an order whose money went back without the shop: left out of stock, or back in it. */
  restock: z.enum(['leave', 'full']).default('leave'),
  /**
   * How long a checkout of the gateway can be paid. The gateway has no way to close one, and a new one
   * is made whenever the customer comes back, so that a short time leaves little open behind.
   */
  checkout_minutes: z.int().min(5).max(43_200).default(30),
  /** The order meta that holds the customer's identity number. */
  identity_field: z.string().min(1).max(191).optional(),
})

export type WooCommercePolicy = z.output<typeof woocommercePolicySchema>

/** Orders that wait for their payment. WooCommerce's `set_paid` works on the first two only. */
export const NEEDS_PAYMENT: readonly string[] = ['pending', 'failed']
const UNPAID: readonly string[] = [...NEEDS_PAYMENT, 'checkout-draft', 'auto-draft']

/** The order is not wanted any more. */
const OVER: readonly string[] = ['cancelled', 'trash']

export type StoreOrderState = 'unpaid' | 'paid' | 'cancelled' | 'refunded'

/**
 * How an order stands by its status and the time of its payment. WooCommerce keeps that time when an
 * order is opened again, so for those that wait for a payment the status counts; all others, a
 * plugin's own statuses among them, are paid when they have one.
 */
export const derivedOf = ({
  status,
  isPaidAt,
}: {
  status: string
  isPaidAt: boolean
}): StoreOrderState => {
  if (OVER.includes(status)) return 'cancelled'
  if (status === 'refunded') return 'refunded'
  if (UNPAID.includes(status)) return 'unpaid'
  return isPaidAt ? 'paid' : 'unpaid'
}
