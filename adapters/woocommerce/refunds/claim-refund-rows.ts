export interface WooRefundRow {
  id: number
  amountMinor: bigint
  /** From the row's meta. */
  refundId: string | null
  /** Our refund that adopted this manual row, from order meta. */
  adoptedFor: string | null
  at: Date
}

export const requestKeyOfWooRefund = (rowId: number): string => `woocommerce-refund-${rowId}`

interface Claims {
  rowOf: Map<string, WooRefundRow>
  /** Duplicate rows of a refund. */
  surplus: number[]
  /** Unclaimed manual rows. */
  free: WooRefundRow[]
}

/**
 * Claims rows one to one: first the row that requested the refund, then a row that names it, last
 * an adopted row, which is only a guess.
 */
export const claimRows = (
  rows: readonly WooRefundRow[],
  refunds: readonly { id: string; idempotency_key: string | null }[],
): Claims => {
  const rowOf: Claims['rowOf'] = new Map()
  const surplus: number[] = []
  for (const { id, idempotency_key } of refunds) {
    const requested = rows.find((row) => requestKeyOfWooRefund(row.id) === idempotency_key)
    if (requested) rowOf.set(id, requested)
  }
  const requested = idsOf(rowOf)
  for (const { id } of refunds) {
    const named = rows
      .filter((row) => row.refundId === id && !requested.has(row.id))
      .sort((a, b) => a.id - b.id)
    const [kept, ...more] = [...(rowOf.get(id) ? [rowOf.get(id)] : []), ...named]
    if (kept) rowOf.set(id, kept)
    surplus.push(...more.flatMap((row) => (row ? [row.id] : [])))
  }
  const claimed = idsOf(rowOf)
  const isFree = (row: WooRefundRow) => row.refundId === null && !claimed.has(row.id)
  for (const { id } of refunds) {
    const adopted = rowOf.has(id)
      ? undefined
      : rows.find((row) => row.adoptedFor === id && isFree(row))
    if (!adopted) continue
    rowOf.set(id, adopted)
    claimed.add(adopted.id)
  }
  const known = new Set(refunds.map(({ id }) => id))
  const free = rows
    .filter(isFree)
    // Skip rows adopted for another charge's refund.
    .filter(({ adoptedFor }) => adoptedFor === null || known.has(adoptedFor))
  return { rowOf, surplus, free }
}

/** Returns adopted rows of another refund, or now redundant. */
export const releasedRows = (
  rows: readonly WooRefundRow[],
  rowOf: ReadonlyMap<string, WooRefundRow>,
): number[] => {
  const claimed = idsOf(rowOf)
  return rows
    .filter(({ id, adoptedFor }) => {
      if (adoptedFor === null || rowOf.get(adoptedFor)?.id === id) return false
      return rowOf.has(adoptedFor) || claimed.has(id)
    })
    .map(({ id }) => id)
}

const idsOf = (rowOf: ReadonlyMap<string, WooRefundRow>): Set<number> =>
  new Set([...rowOf.values()].map(({ id }) => id))
