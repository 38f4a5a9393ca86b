import type { PaymentLinkRow } from '../../db/db.ts'
import { referenceDigest } from '../orders/reference-digest.ts'
import { mostUnpaidOfLine } from './rules/unpaid-places.ts'

interface UnpaidBound {
  /** Digest that the database keeps of the internet connection. */
  line: string
  most: number
}

/** Returns the bound of an internet connection at a link; `undefined`: none. */
export const unpaidBoundOf = (
  { id, stock }: Pick<PaymentLinkRow, 'id' | 'stock'>,
  line: string | undefined,
): UnpaidBound | undefined =>
  stock === null || line === undefined
    ? undefined
    : { line: referenceDigest([id, line]), most: mostUnpaidOfLine(stock) }
