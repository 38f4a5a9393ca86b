import { createHash } from 'node:crypto'
import type { StoreId } from '../../../domain/ids.ts'
import { type PuenteSource, referenceOfSource } from '../../../domain/order-source.ts'

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26
const NUMBER_LENGTH = 6

/**
 * Derives an order's id from its idempotency key, so that a repeated request finds the order even
 * after a crash. `number` is what the customer sees if the merchant gives no reference.
 */
export const referenceOfKey = (
  source: PuenteSource,
  { storeId, key }: { storeId: StoreId; key: string },
): { externalId: string; number: string } => {
  const digest = createHash('sha256')
    .update(JSON.stringify([storeId, source, key]))
    .digest()
  const text = [...digest.subarray(0, LENGTH)].map((byte) => BASE_32[byte % 32]).join('')
  return {
    externalId: referenceOfSource(source, text),
    number: text.slice(0, NUMBER_LENGTH).toUpperCase(),
  }
}
