/** A refund as WooCommerce has it; amounts in minor units. */
export interface RefundRow {
  id: number
  amountMinor: bigint
  /** The refund of ours that it says it stands for. */
  refundId: string | null
  /** The one for which the order says that it counts, though somebody entered it by hand. */
  adoptedFor: string | null
  at: Date
}

/** The idempotency key under which the plugin asks for the refund of a row. */
export const requestKeyOf = (rowId: number): string => `woocommerce-refund-${rowId}`

export interface Claims {
  /** By the refund's id. */
  rowOf: Map<string, RefundRow>
  /** Rows that stand for a refund for which there is another one. */
  surplus: number[]
  /** Rows that somebody entered by hand and that stand for nothing yet. */
  free: RefundRow[]
}

/**
 * Which row stands for which refund; one row stands for one. The first to count is the row that
 * the plugin asked with, then the one that names the refund, then the one that was adopted: that
 * was a guess, and gives way to what is known.
 */
export const claimRows = (
  rows: readonly RefundRow[],
  refunds: readonly { id: string; requestKey: string | null }[],
): Claims => {
  const rowOf: Claims['rowOf'] = new Map()
  const surplus: number[] = []
  for (const { id, requestKey } of refunds) {
    const asked = rows.find((row) => requestKeyOf(row.id) === requestKey)
    if (asked) rowOf.set(id, asked)
  }
  const asked = idsOf(rowOf)
  for (const { id } of refunds) {
    const named = rows
      .filter((row) => row.refundId === id && !asked.has(row.id))
      .sort((a, b) => a.id - b.id)
    const [kept, ...more] = [...(rowOf.get(id) ? [rowOf.get(id)] : []), ...named]
    if (kept) rowOf.set(id, kept)
    surplus.push(...more.flatMap((row) => (row ? [row.id] : [])))
  }
  const taken = idsOf(rowOf)
  const isFree = (row: RefundRow) => row.refundId === null && !taken.has(row.id)
  for (const { id } of refunds) {
    const adopted = rowOf.has(id)
      ? undefined
      : rows.find((row) => row.adoptedFor === id && isFree(row))
    if (!adopted) continue
    rowOf.set(id, adopted)
    taken.add(adopted.id)
  }
  const known = new Set(refunds.map(({ id }) => id))
  const free = rows
    .filter(isFree)
    // What is said of another charge's refund stands.
    .filter(({ adoptedFor }) => adoptedFor === null || known.has(adoptedFor))
  return { rowOf, surplus, free }
}

/** Rows that were adopted for a refund and turned out to stand for another, or not to be needed. */
export const releasedRows = (
  rows: readonly RefundRow[],
  rowOf: ReadonlyMap<string, RefundRow>,
): number[] => {
  const taken = idsOf(rowOf)
  return rows
    .filter(({ id, adoptedFor }) => {
      if (adoptedFor === null || rowOf.get(adoptedFor)?.id === id) return false
      return rowOf.has(adoptedFor) || taken.has(id)
    })
    .map(({ id }) => id)
}

const idsOf = (rowOf: ReadonlyMap<string, RefundRow>): Set<number> =>
  new Set([...rowOf.values()].map(({ id }) => id))
