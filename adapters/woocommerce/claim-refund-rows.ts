export interface RefundRow {
  id: number
  amountMinor: bigint
  /** Our refund named in the row's meta. */
  refundId: string | null
  /** Our refund that adopted this manual row, from order meta. */
  adoptedFor: string | null
  at: Date
}

/** Returns the idempotency key of the plugin's refund request. */
export const requestKeyOf = (rowId: number): string => `woocommerce-refund-${rowId}`

export interface Claims {
  /** Keyed by refund id. */
  rowOf: Map<string, RefundRow>
  /** Duplicate rows of a refund. */
  surplus: number[]
  /** Unclaimed manual rows. */
  free: RefundRow[]
}

/**
 * Claims rows for refunds, one to one: first the row that requested the refund, then one that names
 * it, last an adopted one, which is only a guess.
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
    // Skip rows adopted for another charge's refund.
    .filter(({ adoptedFor }) => adoptedFor === null || known.has(adoptedFor))
  return { rowOf, surplus, free }
}

/** Returns adopted rows that belong to another refund or became redundant. */
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
