import type { StoreId } from '../../domain/ids.ts'
import { type PuenteSource, referenceOfSource } from '../../domain/order-source.ts'
import { usualNumber } from '../../domain/requests/numbers-of-orders.ts'
import { referenceDigest } from '../orders/reference-digest.ts'

/**
 * Derives an order's id from its idempotency key, so a repeated request finds the order even after
 * a crash. Uses no fact that may change before the repetition. `of`: separates the keys of charges
 * from those of requests. `number` is the customer's order number if the merchant gives no reference.
 */
export const referenceOfKey = (
  source: PuenteSource,
  { storeId, key, of }: { storeId: StoreId; key: string; of?: 'charge' },
): { externalId: string; number: string } => {
  const digest = referenceDigest([storeId, source, ...(of ? [of] : []), key])
  const externalId = referenceOfSource(source, digest)
  return { externalId, number: usualNumber(externalId) }
}
