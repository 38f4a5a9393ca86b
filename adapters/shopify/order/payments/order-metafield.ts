import { z } from 'zod'
import { orUndefined } from '../../../../src/runtime/failure.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'

/** Puente's data in the metafield `$app:payment`. */
const keptLink = z.object({
  url: z.string().optional(),
  /** Payment to mark for; written before. */
  payment: z.string().optional(),
  order: z.string().optional(),
  /** Sales and captures before marking; written before. */
  before: z.array(z.string()).optional(),
  /** Sales and captures created by marking. */
  sales: z.array(z.string()).optional(),
})

export type OrderMetafield = z.output<typeof keptLink>

/** Returns `{}` if missing or unreadable. */
export const metafieldOf = ({ payment }: ShopifyOrder): OrderMetafield =>
  orUndefined(() => keptLink.parse(JSON.parse(payment?.value ?? '{}'))) ?? {}

/**
 * Returns whether Puente marked, or was about to mark, it for this order of ours: two stores of a
 * shop may each have one. Ignores which payment is effective, which can change.
 */
export const isMarkedFor = (shopOrder: ShopifyOrder, { id }: { id: string }): boolean => {
  const { payment, order = id } = metafieldOf(shopOrder)
  return payment !== undefined && order === id
}
