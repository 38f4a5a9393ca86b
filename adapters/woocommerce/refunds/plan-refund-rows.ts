import { roundToUnit } from '../../../src/domain/money.ts'
import { isDone, isNeverMade, type RefundOfMessage } from '../../refund-state.ts'
import {
  claimRows,
  releasedRows,
  requestKeyOfWooRefund,
  type WooRefundRow,
} from './claim-refund-rows.ts'

/** Void or refund of the effective payment, with any store request's key. */
export type RefundToMirror = Pick<
  RefundOfMessage,
  'id' | 'amount_minor' | 'idempotency_key' | 'state'
>

export interface RefundRowsPlan<Refund extends RefundToMirror = RefundOfMessage> {
  /** `beyondMinor`: in excess of the order, mostly fees and tips. */
  missing: { refund: Refund; amountMinor: bigint; beyondMinor: bigint }[]
  /** Manual rows to adopt. */
  adopted: { rowId: number; refundId: string }[]
  /** Adopted rows to release. */
  released: number[]
  /** Duplicates to delete. */
  surplus: number[]
  /** Rows of failed and cancelled refunds, to delete. */
  neverMade: { rowId: number; refund: Refund }[]
  /** Succeeded refunds named by their row. */
  booked: string[]
  /** Until a young row with a waiting refund can be judged. */
  waitMs: number | null
}

/** Bound between the plugin's row and its request. */
const ROW_JUDGEABLE_AFTER_MS = 10 * 60_000

/**
 * Refunds an overcharge first, a fee or tip last. Never guesses about a young row: a matching
 * refund waits.
 */
export const planRefundRows = <Refund extends RefundToMirror>({
  rows,
  refunds,
  totalMinor,
  overchargedMinor,
  unitMinor,
  now,
}: {
  rows: readonly WooRefundRow[]
  refunds: readonly Refund[]
  totalMinor: bigint
  overchargedMinor: bigint
  /** 100 centavos without decimals. */
  unitMinor: bigint
  now: Date
}): RefundRowsPlan<Refund> => {
  const neverMade = rowsOfNeverMade(rows, refunds)
  const staying = rows.filter(({ id }) => !neverMade.some(({ rowId }) => rowId === id))
  const { rowOf, surplus, free } = claimRows(
    staying,
    refunds.filter((refund) => !isNeverMade(refund)),
  )
  const released = releasedRows(staying, rowOf)
  const settled = free.filter((row) => judgeableInMs(row, now) === 0)
  const young = free.filter((row) => judgeableInMs(row, now) > 0)
  const awaited = new Set<WooRefundRow>()
  const adopted: RefundRowsPlan['adopted'] = []
  const done = refunds.filter(isDone)
  const toMake: Refund[] = []
  for (const refund of done) {
    const { id, amount_minor: amountMinor } = refund
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

  const doneMinor = total(done.map(({ amount_minor }) => amount_minor))
  const ofOrderMinor = atMost(atLeastNothing(doneMinor - overchargedMinor), totalMinor)
  const bookedMinor = total(done.map(({ id }) => rowOf.get(id)?.amountMinor ?? 0n))
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
  const missing: RefundRowsPlan<Refund>['missing'] = []
  for (const refund of toMake) {
    const { amount_minor: wantedMinor } = refund
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
    missing.push({ refund, amountMinor, beyondMinor: wantedMinor - amountMinor })
  }
  const waitsMs = [...awaited].map((row) => judgeableInMs(row, now))
  const waitMs = waitsMs.length > 0 ? Math.max(...waitsMs) : null
  const booked = done
    .filter(({ id, idempotency_key: key }) => {
      const row = rowOf.get(id)
      return row && (row.refundId === id || requestKeyOfWooRefund(row.id) === key)
    })
    .map(({ id }) => id)
  return { missing, adopted, released, surplus, neverMade, booked, waitMs }
}

/** Never made: cancelled, failed, or a portal refund matched by an operator to another one. */
const rowsOfNeverMade = <Refund extends RefundToMirror>(
  rows: readonly WooRefundRow[],
  refunds: readonly Refund[],
): RefundRowsPlan<Refund>['neverMade'] =>
  refunds.filter(isNeverMade).flatMap((refund) => {
    const { id, idempotency_key: key } = refund
    const isItsRow = (row: WooRefundRow) =>
      key === null
        ? row.refundId === id
        : requestKeyOfWooRefund(row.id) === key && (row.refundId ?? id) === id
    return rows.filter(isItsRow).map(({ id: rowId }) => ({ rowId, refund }))
  })

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
const atMost = (amount: bigint, most: bigint): bigint => (amount < most ? amount : most)
const atLeastNothing = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
