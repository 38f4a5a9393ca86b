import type { StoreId } from '../../domain/ids.ts'
import { type PuenteSource, referenceOfSource } from '../../domain/order-source.ts'
import { usualNumber } from '../../domain/requests/numbers-of-orders.ts'
import { referenceDigest } from '../orders/reference-digest.ts'

/**
 * Derives an order's id from its idempotency key, so that a repeated request finds the order even
 * after a crash. `number` is what the customer sees if the merchant gives no reference.
 */
export const referenceOfKey = (
  source: PuenteSource,
  { storeId, key }: { storeId: StoreId; key: string },
): { externalId: string; number: string } => {
  const externalId = referenceOfSource(source, referenceDigest([storeId, source, key]))
  return { externalId, number: usualNumber(externalId) }
}
