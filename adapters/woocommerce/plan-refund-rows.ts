/** A refund as WooCommerce has it; amounts in minor units. */
export interface RefundRow {
  id: number
  amountMinor: bigint
  /** The reversal of ours that it says it stands for. */
  reversalId: string | null
}

/** A void or refund of the charge that paid the order. */
export interface ReversalToMirror {
  id: string
  amountMinor: bigint
  /** The key under which the store asked for it, if it did. */
  requestKey: string | null
  isDone: boolean
}

export interface RefundPlan {
  /** Rows to make. `beyondMinor`: what has no place in the order, fees and tips above all. */
  missing: { reversalId: string; amountMinor: bigint; beyondMinor: bigint }[]
  /** Rows that somebody entered by hand, of which one says what happened: they count as made. */
  adopted: { rowId: number; reversalId: string }[]
  /** Rows that stand for a reversal for which there is another one. */
  surplus: number[]
}

/** The idempotency key under which the plugin asks for the refund of a row. */
export const requestKeyOf = (rowId: number): string => `woocommerce-refund-${rowId}`

/**
 * Which refunds of an order are missing in WooCommerce, and which are there twice. The first to
 * count is the row that the plugin asked with, then the one that names the reversal. What was
 * charged beyond the order's amount is given back first; a fee or a tip, last.
 */
export const planRefundRows = ({
  rows,
  reversals,
  totalMinor,
  overchargedMinor,
}: {
  rows: readonly RefundRow[]
  reversals: readonly ReversalToMirror[]
  /** Of the order in WooCommerce. */
  totalMinor: bigint
  overchargedMinor: bigint
}): RefundPlan => {
  const rowOf = new Map<string, RefundRow>()
  const surplus: number[] = []
  for (const { id, requestKey } of reversals) {
    const asked = rows.find((row) => requestKeyOf(row.id) === requestKey)
    const named = rows.filter(({ reversalId }) => reversalId === id).sort((a, b) => a.id - b.id)
    const [kept, ...more] = [...new Set(asked ? [asked, ...named] : named)]
    if (kept) rowOf.set(id, kept)
    surplus.push(...more.map((row) => row.id))
  }
  const taken = new Set([...rowOf.values()].map(({ id }) => id))
  const byHand = rows.filter(({ id, reversalId }) => !taken.has(id) && reversalId === null)
  const adopted: RefundPlan['adopted'] = []
  const done = reversals.filter(({ isDone }) => isDone)
  for (const { id, amountMinor } of done) {
    if (rowOf.has(id)) continue
    const same = byHand.findIndex((row) => row.amountMinor === amountMinor)
    const [row] = same < 0 ? [] : byHand.splice(same, 1)
    if (!row) continue
    rowOf.set(id, row)
    adopted.push({ rowId: row.id, reversalId: id })
  }

  const doneMinor = sumOf(done.map(({ amountMinor }) => amountMinor))
  const ofOrderMinor = atMost(atLeastNothing(doneMinor - overchargedMinor), totalMinor)
  const bookedMinor = sumOf(done.map(({ id }) => rowOf.get(id)?.amountMinor ?? 0n))
  const keptMinor = sumOf(rows.filter(({ id }) => !surplus.includes(id)).map((r) => r.amountMinor))
  let openMinor = atMost(
    atLeastNothing(ofOrderMinor - bookedMinor),
    atLeastNothing(totalMinor - keptMinor),
  )
  const missing = done
    .filter(({ id }) => !rowOf.has(id))
    .map((reversal) => {
      const amountMinor = atMost(reversal.amountMinor, openMinor)
      openMinor -= amountMinor
      const beyondMinor = reversal.amountMinor - amountMinor
      return { reversalId: reversal.id, amountMinor, beyondMinor }
    })
  return { missing, adopted, surplus }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)
const atMost = (amount: bigint, most: bigint): bigint => (amount < most ? amount : most)
const atLeastNothing = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
