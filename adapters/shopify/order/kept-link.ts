import { z } from 'zod'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'

/** What we keep at an order in Shopify, in the metafield `$app:payment`. */
const keptLink = z.object({
  /** The order's durable pay link. */
  url: z.string().optional(),
  /** The payment of ours for which the order was marked as paid; written before that is done. */
  payment: z.string().optional(),
  /** The order of ours that this payment is of. */
  order: z.string().optional(),
  /** Sales and captures that were there before it was marked; written before that is done. */
  before: z.array(z.string()).optional(),
  /** Those that the marking made, by comparing with `before` when it had been done. */
  sales: z.array(z.string()).optional(),
})

export type KeptLink = z.output<typeof keptLink>

/** Nothing for an order that has none, or that of somebody else. */
export const keptLinkOf = ({ payment }: Pick<ShopOrder, 'payment'>): KeptLink => {
  try {
    return keptLink.catch({}).parse(JSON.parse(payment?.value ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Whether an order was marked as paid, or was about to be, for one of ours: two stores of a shop may
 * have had the same order, and each a payment for it. Which payment of an order speaks for it can
 * change; the order does not.
 */
export const isMarkedFor = (
  shopOrder: Pick<ShopOrder, 'payment'>,
  { id }: { id: string },
): boolean => {
  const { payment, order = id } = keptLinkOf(shopOrder)
  return payment !== undefined && order === id
}
