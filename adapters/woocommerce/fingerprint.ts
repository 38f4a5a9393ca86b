import { createHash } from 'node:crypto'

/**
 * What tells an order from a later one of the same id. The key opens the order's pages in the shop, so
 * that only its hash is kept; `null`: the order has none.
 */
export const fingerprintOf = (orderKey: string | undefined): string | null =>
  orderKey ? createHash('sha256').update(orderKey).digest('hex') : null
