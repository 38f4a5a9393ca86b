import { roundedTo } from '../../src/domain/money.ts'
import { claimRows, type RefundRow, releasedRows, requestKeyOf } from './claim-refund-rows.ts'

/** A void or refund of the charge that paid the order. */
export interface RefundToMirror {
  id: string
  amountMinor: bigint
  /** The key under which the store asked for it, if it did. */
  requestKey: string | null
  /** `never-made`: cancelled, failed, or a portal refund that a person matched to another one. */
  state: 'done' | 'open' | 'never-made'
}

export interface RefundPlan {
  /** Rows to make. `beyondMinor`: what has no place in the order, fees and tips above all. */
  missing: { refundId: string; amountMinor: bigint; beyondMinor: bigint }[]
  /** Rows that somebody entered by hand, of which one says what happened: they count as made. */
  adopted: { rowId: number; refundId: string }[]
  /** Rows that no longer count for the refund for which they were adopted. */
  released: number[]
  /** Rows that stand for a refund for which there is another one. */
  surplus: number[]
  /** Rows with which the store asked for what was never made. */
  neverMade: { rowId: number; refundId: string }[]
  /** Refunds that are done and whose row says so itself, by its key or by its name. */
  booked: string[]
  /** So long it takes until a young row can be judged, for which something waits; `null`: nothing does. */
  waitMs: number | null
}

/** The plugin has its row before it asks us: its call may be on its way for so long. */
const ROW_SETTLES_MS = 10 * 60_000

/**
 * Which refunds of an order are missing in WooCommerce, and which are there twice. What was charged
 * beyond the order's amount is refunded first; a fee or a tip, last. Nothing is guessed of a young
 * row: what it may stand for waits.
 */
export const planRefundRows = ({
  rows,
  refunds,
  totalMinor,
  overchargedMinor,
  unitMinor,
  now,
}: {
  rows: readonly RefundRow[]
  refunds: readonly RefundToMirror[]
  /** Of the order in WooCommerce. */
  totalMinor: bigint
  overchargedMinor: bigint
  /** The least amount that the shop shows: 100 centavos where it shows no decimals. */
  unitMinor: bigint
  now: Date
}): RefundPlan => {
  const neverMade = rowsOfNeverMade(rows, refunds)
  const staying = rows.filter(({ id }) => !neverMade.some(({ rowId }) => rowId === id))
  const { rowOf, surplus, free } = claimRows(
    staying,
    refunds.filter(({ state }) => state !== 'never-made'),
  )
  const released = releasedRows(staying, rowOf)
  const settled = free.filter((row) => settlesInMs(row, now) === 0)
  const young = free.filter((row) => settlesInMs(row, now) > 0)
  const awaited = new Set<RefundRow>()
  const adopted: RefundPlan['adopted'] = []
  const done = refunds.filter(({ state }) => state === 'done')
  const toMake: RefundToMirror[] = []
  for (const refund of done) {
    const { id, amountMinor } = refund
    if (rowOf.has(id)) continue
    const row = takeOf(settled, amountMinor)
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
  // WooCommerce rounds the total of each row as the shop shows it: 12.50 takes 13 of what is left.
  const roomBeside = (amounts: readonly bigint[]) =>
    atLeastNothing(
      atMost(
        totalMinor - total(amounts),
        totalMinor - total(amounts.map((minor) => roundedTo(unitMinor, minor))),
      ),
    )
  let roomMinor = roomBeside(kept)
  let openMinor = atMost(atLeastNothing(ofOrderMinor - bookedMinor), roomMinor)
  const missing: RefundPlan['missing'] = []
  for (const { id: refundId, amountMinor: wantedMinor } of toMake) {
    // WooCommerce rounds what is left as the shop shows it, and takes no more than that.
    const mostMinor = atMost(openMinor, roundedTo(unitMinor, roomMinor))
    const amountMinor = atMost(wantedMinor, mostMinor)
    if (amountMinor < wantedMinor && young.length > 0) {
      // Whether there is room for all of it is known when the young rows are.
      for (const row of young) awaited.add(row)
      continue
    }
    openMinor -= amountMinor
    kept.push(amountMinor)
    roomMinor = roomBeside(kept)
    missing.push({ refundId, amountMinor, beyondMinor: wantedMinor - amountMinor })
  }
  const waitsMs = [...awaited].map((row) => settlesInMs(row, now))
  const waitMs = waitsMs.length > 0 ? Math.max(...waitsMs) : null
  const booked = done
    .filter(({ id, requestKey }) => {
      const row = rowOf.get(id)
      return row && (row.refundId === id || requestKeyOf(row.id) === requestKey)
    })
    .map(({ id }) => id)
  return { missing, adopted, released, surplus, neverMade, booked, waitMs }
}

const rowsOfNeverMade = (
  rows: readonly RefundRow[],
  refunds: readonly RefundToMirror[],
): RefundPlan['neverMade'] =>
  refunds
    .filter(({ state }) => state === 'never-made')
    .flatMap(({ id: refundId, requestKey }) =>
      rows
        .filter((row) =>
          requestKey === null
            ? row.refundId === refundId
            : requestKeyOf(row.id) === requestKey &&
              (row.refundId === null || row.refundId === refundId),
        )
        .map(({ id: rowId }) => ({ rowId, refundId })),
    )

const settlesInMs = ({ at }: RefundRow, now: Date): number => {
  const leftMs = at.getTime() + ROW_SETTLES_MS - now.getTime()
  // The shop's clock may be ahead of ours.
  return Math.min(Math.max(leftMs, 0), ROW_SETTLES_MS)
}

/** Takes the first row of an amount out of a list. */
const takeOf = (rows: RefundRow[], amountMinor: bigint): RefundRow | undefined => {
  const at = rows.findIndex((row) => row.amountMinor === amountMinor)
  return at < 0 ? undefined : rows.splice(at, 1)[0]
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)
const sumOf = (all: readonly { amountMinor: bigint }[]): bigint =>
  total(all.map(({ amountMinor }) => amountMinor))
const atMost = (amount: bigint, most: bigint): bigint => (amount < most ? amount : most)
const atLeastNothing = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
