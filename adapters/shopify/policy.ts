import { z } from 'zod'
import { policyOf, type StoreRow } from '../adapter.ts'

/** What a manual payment method of a shop is called; merchants write it as they like. */
const methodName = z.string().trim().min(1).max(100)

/** What a Shopify shop has decided about its orders; each has its default. */
export const shopifyPolicySchema = z.strictObject({
  /** The manual payment methods whose orders are paid through Puente, as the shop calls them. */
  payment_method: z
    .union([methodName.transform((name) => [name]), z.array(methodName).min(1).max(20)])
    .default(['Card (Puente)', 'Tarjeta (Puente)']),
  /** How long an order may wait for its payment, from when it was placed; without it, for ever. */
  pay_within_hours: z.int().min(1).max(8_760).optional(),
  /** What becomes of an order in Shopify that was not paid in that time, or that Puente cancelled. */
  expired: z.enum(['leave', 'cancel']).default('leave'),
  /** Whether its items go back into stock then. */
  restock: z.boolean().default(true),
  /** Writes the pay link into the order's note, where the shop's people can copy it. */
  note_pay_link: z.boolean().default(true),
  /**
   * How long a checkout of the gateway can be paid. The gateway has no way to close one, and the pay
   * link makes a new one when it is needed, so that a short time leaves little open behind.
   */
  checkout_minutes: z.int().min(5).max(43_200).default(30),
})

export type ShopifyPolicy = z.output<typeof shopifyPolicySchema>

/** What a Shopify shop has decided, under `platform` of its store's policy. */
export const policyOfShop = (store: Pick<StoreRow, 'policy'>): ShopifyPolicy =>
  shopifyPolicySchema.parse(policyOf(store).platform)
