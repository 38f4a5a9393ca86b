import { z } from 'zod'
import { policyOf, type Store } from '../adapter.ts'

const methodName = z.string().trim().min(1).max(100)

export const shopifyPolicySchema = z.strictObject({
  payment_method: z
    .union([methodName.transform((name) => [name]), z.array(methodName).min(1).max(20)])
    .default(['Card (Puente)', 'Tarjeta (Puente)']),
  /** Payment deadline from an order's creation, if any. */
  pay_within_hours: z.int().min(1).max(8_760).optional(),
  /** Action on an order that expired or that Puente cancelled. */
  expired: z.enum(['leave', 'cancel']).default('leave'),
  restock: z.boolean().default(true),
  /** For staff to copy. */
  note_pay_link: z.boolean().default(true),
  /**
   * Lifetime of a gateway checkout. The gateway cannot close one, and a pay link creates another on
   * demand: a short lifetime leaves few open.
   */
  checkout_minutes: z.int().min(5).max(43_200).default(30),
})

export type ShopifyPolicy = z.output<typeof shopifyPolicySchema>

export const shopifyPolicyOf = (store: Pick<Store, 'policy'>): ShopifyPolicy =>
  shopifyPolicySchema.parse(policyOf(store).platform)
