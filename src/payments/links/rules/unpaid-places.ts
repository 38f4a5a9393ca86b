import type { PaymentLinkRow } from '../../../db/db.ts'
import { referenceDigest } from '../../orders/reference-digest.ts'

const LEAST = 2
const MOST = 200

/**
 * Returns how many places of a link the customers of one internet connection may hold without paying:
 * half of them, so that others find some, and a family or a shop's Wi-Fi need not wait.
 */
export const mostUnpaidOfLine = (stock: number): number =>
  Math.min(MOST, Math.max(LEAST, Math.ceil(stock / 2)))

/** Returns the bound of an internet connection, which the database keeps as a digest. */
export const unpaidBoundOf = (
  { id, stock }: Pick<PaymentLinkRow, 'id' | 'stock'>,
  line: string | undefined,
): { line: string; most: number } | undefined =>
  stock === null || line === undefined
    ? undefined
    : { line: referenceDigest([id, line]), most: mostUnpaidOfLine(stock) }
