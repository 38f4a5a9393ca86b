import { roundToUnit } from '../../../src/domain/money.ts'
import {
  claimRows,
  releasedRows,
  requestKeyOfWooRefund,
  type WooRefundRow,
} from './claim-refund-rows.ts'

/** Void or refund of the effective payment. */
export interface RefundToMirror {
  id: string
  amountMinor: bigint
  /** Idempotency key of the store's request, if any. */
  requestKey: string | null
  /** `never-made`: cancelled, failed, or a portal refund matched by an operator to another one. */
  state: 'done' | 'open' | 'never-made'
}

export interface RefundRowsPlan {
  /** Rows to create. `beyondMinor`: in excess of the order, mostly fees and tips. */
  missing: { refundId: string; amountMinor: bigint; beyondMinor: bigint }[]
  /** Manual rows to adopt. */
  adopted: { rowId: number; refundId: string }[]
  /** Adopted rows to release. */
  released: number[]
  /** Duplicates to delete. */
  surplus: number[]
  /** Rows of failed and cancelled refunds, to delete. */
  neverMade: { rowId: number; refundId: string }[]
  /** Succeeded refunds named by their row. */
  booked: string[]
  /** Milliseconds until a young row with a waiting refund can be judged. */
  waitMs: number | null
}

/** Upper bound on the time between the plugin's row and its request. */
const ROW_JUDGEABLE_AFTER_MS = 10 * 60_000

/**
 * Plans the rows to create, adopt, release and delete. An overcharge is refunded first, a fee or
 * tip last. Never guesses about a young row: a matching refund waits.
 */
export const planRefundRows = ({
  rows,
  refunds,
  totalMinor,
  overchargedMinor,
  unitMinor,
  now,
}: {
  rows: readonly WooRefundRow[]
  refunds: readonly RefundToMirror[]
  totalMinor: bigint
  overchargedMinor: bigint
  /** Smallest displayed amount: 100 centavos without decimals. */
  unitMinor: bigint
  now: Date
}): RefundRowsPlan => {
  const neverMade = rowsOfNeverMade(rows, refunds)
  const staying = rows.filter(({ id }) => !neverMade.some(({ rowId }) => rowId === id))
  const { rowOf, surplus, free } = claimRows(
    staying,
    refunds.filter(({ state }) => state !== 'never-made'),
  )
  const released = releasedRows(staying, rowOf)
  const settled = free.filter((row) => judgeableInMs(row, now) === 0)
  const young = free.filter((row) => judgeableInMs(row, now) > 0)
  const awaited = new Set<WooRefundRow>()
  const adopted: RefundRowsPlan['adopted'] = []
  const done = refunds.filter(({ state }) => state === 'done')
  const toMake: RefundToMirror[] = []
  for (const refund of done) {
    const { id, amountMinor } = refund
    if (rowOf.has(id)) continue
    const row = removeFirst(settled, amountMinor)
    const perhaps = row
      ? undefined
      : young.find((y) => !awaited.has(y) && y.amountMinor === amountMinor)
    if (row) {
      rowOf.set(id, row)
      adopted.push({ rowId: row.id, refundId: id })
    } else if (perhaps) awaited.add(perhaps)
    else toMake.push(refund)
  }

  const doneMinor = sumOf(done)
  const ofOrderMinor = atMost(atLeastNothing(doneMinor - overchargedMinor), totalMinor)
  const bookedMinor = sumOf(done.flatMap(({ id }) => rowOf.get(id) ?? []))
  const kept = staying.filter(({ id }) => !surplus.includes(id)).map((row) => row.amountMinor)
  // WooCommerce rounds each row to displayed decimals: 12.50 uses up 13.
  const roomBeside = (amounts: readonly bigint[]) =>
    atLeastNothing(
      atMost(
        totalMinor - total(amounts),
        totalMinor - total(amounts.map((minor) => roundToUnit(unitMinor, minor))),
      ),
    )
  let roomMinor = roomBeside(kept)
  let openMinor = atMost(atLeastNothing(ofOrderMinor - bookedMinor), roomMinor)
  const missing: RefundRowsPlan['missing'] = []
  for (const { id: refundId, amountMinor: wantedMinor } of toMake) {
    // WooCommerce rejects more than the rounded remainder.
    const mostMinor = atMost(openMinor, roundToUnit(unitMinor, roomMinor))
    const amountMinor = atMost(wantedMinor, mostMinor)
    if (amountMinor < wantedMinor && young.length > 0) {
      // The young rows decide whether it fits.
      for (const row of young) awaited.add(row)
      continue
    }
    openMinor -= amountMinor
    kept.push(amountMinor)
    roomMinor = roomBeside(kept)
    missing.push({ refundId, amountMinor, beyondMinor: wantedMinor - amountMinor })
  }
  const waitsMs = [...awaited].map((row) => judgeableInMs(row, now))
  const waitMs = waitsMs.length > 0 ? Math.max(...waitsMs) : null
  const booked = done
    .filter(({ id, requestKey }) => {
      const row = rowOf.get(id)
      return row && (row.refundId === id || requestKeyOfWooRefund(row.id) === requestKey)
    })
    .map(({ id }) => id)
  return { missing, adopted, released, surplus, neverMade, booked, waitMs }
}

const rowsOfNeverMade = (
  rows: readonly WooRefundRow[],
  refunds: readonly RefundToMirror[],
): RefundRowsPlan['neverMade'] =>
  refunds
    .filter(({ state }) => state === 'never-made')
    .flatMap(({ id: refundId, requestKey }) =>
      rows
        .filter((row) =>
          requestKey === null
            ? row.refundId === refundId
            : requestKeyOfWooRefund(row.id) === requestKey &&
              (row.refundId === null || row.refundId === refundId),
        )
        .map(({ id: rowId }) => ({ rowId, refundId })),
    )

const judgeableInMs = ({ at }: WooRefundRow, now: Date): number => {
  const leftMs = at.getTime() + ROW_JUDGEABLE_AFTER_MS - now.getTime()
  // The store's clock may be ahead.
  return Math.min(Math.max(leftMs, 0), ROW_JUDGEABLE_AFTER_MS)
}

const removeFirst = (rows: WooRefundRow[], amountMinor: bigint): WooRefundRow | undefined => {
  const at = rows.findIndex((row) => row.amountMinor === amountMinor)
  return at < 0 ? undefined : rows.splice(at, 1)[0]
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)
const sumOf = (all: readonly { amountMinor: bigint }[]): bigint =>
  total(all.map(({ amountMinor }) => amountMinor))
const atMost = (amount: bigint, most: bigint): bigint => (amount < most ? amount : most)
const atLeastNothing = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
