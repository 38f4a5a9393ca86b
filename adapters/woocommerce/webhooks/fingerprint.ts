import { createHash } from 'node:crypto'

/**
 * Returns a fingerprint that detects a reused order id; `null` without an order key. A hash,
 * because the key opens the order's pages.
 */
export const fingerprintOf = (orderKey: string | undefined): string | null =>
  orderKey ? createHash('sha256').update(orderKey).digest('hex') : null
