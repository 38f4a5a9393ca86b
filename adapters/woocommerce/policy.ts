import { z } from 'zod'
import { policyOf, type Store } from '../adapter.ts'

/** Without the `wc-` prefix. */
const slug = z.string().regex(/^[a-z0-9_-]{1,20}$/, 'expected an order status such as "completed"')

export const woocommercePolicySchema = z.strictObject({
  /**
   * Status of a paid order: WooCommerce's choice (`processing`, or `completed` if nothing ships),
   * or another, set once.
   */
  paid: z.union([z.literal('automatic'), slug]).default('automatic'),
  expired: z.enum(['leave', 'failed', 'cancelled']).default('leave'),
  /** A void becomes a refund row or a cancelled order. */
  voided: z.enum(['refund', 'cancel']).default('refund'),
  /** Status of an unpaid order with a conflicting charge. */
  held: z.enum(['on-hold', 'leave']).default('on-hold'),
  /** Stock after a refund outside the store. */
  restock: z.enum(['leave', 'full']).default('leave'),
  /**
   * Minutes until a hosted checkout expires. Keep it short: the gateway cannot close one and each
   * visit creates a new one.
   */
  checkout_minutes: z.int().min(5).max(43_200).default(30),
  /** Order meta with the identity number. */
  identity_field: z.string().min(1).max(191).optional(),
})

export type WooCommercePolicy = z.output<typeof woocommercePolicySchema>

export const wooPolicyOf = (store: Pick<Store, 'policy'>): WooCommercePolicy =>
  woocommercePolicySchema.parse(policyOf(store).platform)
